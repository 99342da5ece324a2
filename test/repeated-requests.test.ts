/**
 * Every request with an `Idempotency-Key` that is sent again, as after a lost response: it is answered as the first
 * was, and writes nothing.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { supportsIdempotencyKey } from '../shared/contracts/endpoint.ts';
import { OPEN_ENDPOINTS } from './world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from './world/database-contents.ts';
import { useWorld } from './world/test-world.ts';
import { writesIn } from './world/writes.ts';

describe('a request sent again with its Idempotency-Key', () => {
  const world = useWorld();
  const writes = writesIn(world);
  const sent: (() => Promise<unknown>)[] = [];

  for (const { id, spec } of OPEN_ENDPOINTS) {
    if (!spec.mutates || !supportsIdempotencyKey(spec)) continue;
    it(`${id} answers the same (G12, G22)`, async () => {
      const write = await writes.make(id);
      const send = () => writes.send(id, write, {}, { 'idempotency-key': `sent twice to ${id}` });
      const first = await send();
      assert.ok(first.status < 300, JSON.stringify(first));
      assert.deepEqual(await send(), first);
      sent.push(send);
    });
  }

  it('nothing is done once more (G12)', async () => {
    assert.ok(sent.length > 60, `${sent.length} requests`);
    const before = await readDatabaseContents(world.node);
    for (const send of sent) await send();
    assert.deepEqual(await changedCollections(before, world.node), []);
  });
});
