/** Tests of which failed calls an import repeats. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError, RestClient } from '../../shared/rest-client/client.ts';
import { type LocalServer, startLocalServer } from '../../test/local-server.ts';
import { RetryingCaller, ServiceUnavailableError } from './retrying-caller.ts';

const OK = { status: 200, body: { standard_id: 1, discarded: true, standardDeleted: false } };
const standard = { id: 1 };

/** Calls a server that gives these responses one after another; null closes the connection. */
async function callServer(
  responses: readonly ({ status: number; body: object } | null)[],
  use: (api: ApiCaller) => Promise<void>,
): Promise<number> {
  let count = 0;
  const server: LocalServer = await startLocalServer((request, response) => {
    const next = responses[count++];
    request.resume().on('end', () => {
      if (!next) return response.destroy();
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(JSON.stringify(next.body));
    });
  });
  try {
    await use(new RetryingCaller(new RestClient(server.url, { key: 'k' }), undefined, [1, 1]));
  } finally {
    server.close();
  }
  return count;
}

describe('calls that are repeated', () => {
  it('after a lost connection, a 503, and a 429 once the time it asks for is over (G4)', async () => {
    const busy = { status: 429, body: { code: 'RATE_LIMITED', metadata: { retryAfter: 0.001 } } };
    for (const passing of [null, { status: 503, body: {} }, busy]) {
      const count = await callServer([passing, OK], async (api) => {
        assert.equal((await api.call('standards.workingCopy.discard', standard)).discarded, true);
      });
      assert.equal(count, 2);
    }
  });

  it('not after a refusal that would come again', async () => {
    const count = await callServer([{ status: 409, body: { code: 'NAME_TAKEN' } }], async (api) => {
      await assert.rejects(api.call('standards.workingCopy.discard', standard), ApiError);
    });
    assert.equal(count, 1);
  });

  it('not after a timeout, which is a long wait itself', async () => {
    let count = 0;
    const server = await startLocalServer((request) => {
      count += 1;
      request.resume();
    });
    const api = new RetryingCaller(new RestClient(server.url, { key: 'k' }, 500), undefined, [1, 1]);
    const call = api.call('standards.workingCopy.discard', standard);
    await assert.rejects(call, {
      constructor: ServiceUnavailableError,
      message: /no whole response to DELETE .* in 0\.5 s/,
    });
    server.close();
    assert.equal(count, 1);
  });

  it('end with an error that names the reason', async () => {
    const count = await callServer([null, null, null], async (api) => {
      await assert.rejects(api.call('standards.workingCopy.discard', standard), ServiceUnavailableError);
    });
    assert.equal(count, 3);
  });
});
