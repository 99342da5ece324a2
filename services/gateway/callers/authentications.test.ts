/** Test of the number of look-ups of a caller that one request makes. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { checkContract } from '../../../test/contract-check.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

describe('the look-up of the caller of a request', () => {
  let node: TestNode;
  let session: RestClient;
  let lookups = 0;
  beforeAll(async () => {
    // A principal is not cached between two look-ups of one request, nor between two requests.
    const cacheTtlMs = 1;
    node = await startTestNode(['gateway', 'identity', 'audit'], {}, cacheTtlMs, (handler) => {
      if (handler.id === 'identity.principal') lookups += 1;
      return checkContract(handler);
    });
    session = await registerAccount(node.url, 'Ada');
  });
  afterAll(() => node.stop());

  async function countLookups(send: () => Promise<unknown>, times: number): Promise<number> {
    lookups = 0;
    for (let sent = 0; sent < times; sent += 1) await send();
    return lookups;
  }

  it('a GET looks it up once, a POST again once its body has come (H16)', async () => {
    const list = () => session.requestOk('GET', '/api/account/keys');
    const reads = await countLookups(list, 10);
    assert.ok(reads > 0 && reads <= 10, `${reads} for 10 GET`);
    const create = () =>
      session.requestOk('POST', '/api/account/keys', { name: 'Key', permissions: ['standard:read'] });
    const writes = await countLookups(create, 10);
    assert.ok(writes > 10, `${writes} for 10 POST`);
  });
});
