import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { describe, it } from '@jest/globals';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { afterTest } from '../../../test/after-test.ts';
import { createMemoryBudgets } from '../memory-budget.ts';
import type { RequestContext } from '../request-context.ts';
import { sendProblem, streamJsonResponse } from './send-response.ts';

async function* failing(): AsyncGenerator<string> {
  yield '{"standards":[1';
  throw apiError('SERVICE_UNAVAILABLE', 'Try again.');
}

describe('a response in chunks', () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    it(`H35: one that is cut off is in the log as what cut it off, sent as ${encoding}`, async () => {
      const logged = Promise.withResolvers<number | undefined>();
      const server = createServer((request, response) => {
        const memory = createMemoryBudgets();
        const context: RequestContext = {
          request,
          response,
          requestId: 'r',
          clientIp: '::1',
          path: '/api/standards',
          memory,
        };
        // When the logs look.
        response.once('close', () => logged.resolve(context.loggedStatus));
        streamJsonResponse(context, failing()).catch((error: unknown) => sendProblem(context, error));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      afterTest(() => server.close());
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      get({ port: address.port, agent: false, headers: { 'accept-encoding': encoding } })
        .once('response', (response) => response.on('error', () => undefined).resume())
        .once('error', () => undefined);
      assert.equal(await logged.promise, 503);
    });
  }
});
