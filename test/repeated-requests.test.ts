/**
 * Tests that every creating request names the place of what it created, and that every request with an
 * `Idempotency-Key` that is sent again gets the first response and writes nothing.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { supportsIdempotencyKey } from '../shared/contracts/endpoint.ts';
import { OPEN_ENDPOINTS } from './world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from './world/database-contents.ts';
import { useWorld } from './world/test-world.ts';
import { writesIn } from './world/writes.ts';

describe('a write', () => {
  const world = useWorld();
  const writes = writesIn(world);
  const sent: (() => Promise<unknown>)[] = [];

  for (const { id, spec } of OPEN_ENDPOINTS) {
    const isRepeatable = supportsIdempotencyKey(spec);
    if (!spec.mutates || !(isRepeatable || spec.success === 201)) continue;
    it(`${id} names what it creates, and sent again with its Idempotency-Key answers the same (G1, G12, G22)`, async () => {
      const write = await writes.make(id);
      const send = () => writes.request(id, write, { 'idempotency-key': `sent twice to ${id}` });
      const { client, status, headers, body } = await send();
      assert.ok(status < 300, JSON.stringify(body));
      assert.equal(headers.get('idempotency-replayed'), null);
      const location = headers.get('location');
      assert.equal(location !== null, status === 201, `${status}, Location ${location}`);
      if (location !== null && spec.auth !== 'none') {
        const read = await client.request('GET', location);
        assert.equal(read.status, 200, `${location} ${JSON.stringify(read.body)}`);
        const [identity] = [body.id].flat();
        if (identity !== undefined)
          assert.ok(
            JSON.stringify(read.body).includes(JSON.stringify(identity)),
            `${location} has no ${identity}`,
          );
      }
      if (!isRepeatable) return;
      const again = await send();
      assert.deepEqual([again.status, again.body], [status, body]);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal(again.headers.get('location'), location);
      sent.push(send);
    });
  }

  it('a repeated request that is refused says that it is the first answer (G22)', async () => {
    const { key, categoryId } = world.ada;
    const body = { name: 'Taken twice', subject_type: 'company', category_id: categoryId };
    const create = (idempotencyKey: string) =>
      key.request('POST', '/api/standards', body, { 'idempotency-key': idempotencyKey });
    assert.equal((await create('the first to take it')).status, 201);
    const [refused, again] = [await create('too late'), await create('too late')];
    assert.deepEqual([refused.status, refused.body.code], [409, 'NAME_TAKEN']);
    const { requestId: _, ...problem } = again.body;
    assert.deepEqual({ ...problem, requestId: refused.body.requestId }, refused.body);
    assert.deepEqual(
      [refused, again].map(({ headers }) => headers.get('idempotency-replayed')),
      [null, 'true'],
    );
  });

  it('a dry run creates nothing, and names no place of it (G1)', async () => {
    const { status, headers } = await world.ada.key.request('POST', '/api/standards?dryRun=true', {
      name: 'Tried',
      subject_type: 'company',
      category_id: world.ada.categoryId,
    });
    assert.deepEqual([status, headers.get('location')], [201, null]);
  });

  it('nothing is done once more (G12)', async () => {
    assert.ok(sent.length > 60, `${sent.length} requests`);
    const before = await readDatabaseContents(world.node);
    for (const send of sent) await send();
    assert.deepEqual(await changedCollections(before, world.node), []);
  });
});
