import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { describe, it } from '@jest/globals';
import { fail } from '../../../shared/kernel/errors.ts';
import { afterTest } from '../../../test/after-test.ts';
import type { Exchange } from '../exchange.ts';
import { sendJsonPieces, sendProblem } from './answer.ts';

async function* failing(): AsyncGenerator<string> {
  yield '{"standards":[1';
  throw fail('SERVICE_UNAVAILABLE', 'Try again.');
}

describe('an answer in pieces', () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    it(`H35: one that is cut off is in the log as what cut it off, sent as ${encoding}`, async () => {
      const logged = Promise.withResolvers<number | undefined>();
      const server = createServer((request, response) => {
        const exchange: Exchange = { request, response, requestId: 'r', address: '::1', path: '/api/standards' };
        // When the logs look.
        response.once('close', () => logged.resolve(exchange.outcome));
        sendJsonPieces(exchange, failing()).catch((error: unknown) => sendProblem(exchange, error));
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
