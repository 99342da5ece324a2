/** Test that a response in chunks whose source fails midway is logged with the status of that error. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { describe, it } from '@jest/globals';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { afterTest } from '../../../test/after-test.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { newHttpContext } from '../http-context.fixture.ts';
import { sendProblem, streamJsonResponse } from './send-response.ts';

async function* failing(): AsyncGenerator<string> {
  yield '{"standards":[1';
  throw apiError('SERVICE_UNAVAILABLE', 'Try again.');
}

describe('a response in chunks', () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    it(`one that is cut off is in the log as what cut it off, sent as ${encoding} (H35)`, async () => {
      const logged = Promise.withResolvers<number | undefined>();
      const server = await startLocalServer((request, response) => {
        const context = newHttpContext({ request, response });
        // When the logs look.
        response.once('close', () => logged.resolve(context.loggedStatus));
        streamJsonResponse(context, failing()).catch((error: unknown) => sendProblem(context, error));
      });
      afterTest(() => server.close());
      get({ port: server.port, agent: false, headers: { 'accept-encoding': encoding } })
        .once('response', (response) => response.on('error', () => undefined).resume())
        .once('error', () => undefined);
      assert.equal(await logged.promise, 503);
    });
  }
});
