/** Tests of the stored usage log of API keys: rows once, pages, and what is removed when. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';
import { MAX_ROWS_PER_KEY } from './repository.ts';

describe('the usage log', () => {
  const node = useNode(['identity']);
  let ann: UserPrincipal;
  beforeAll(async () => {
    ann = (await signUp(node)).principal;
  });
  const makeKey = async () =>
    (await node.call(ann, 'account.keys.create', { name: 'CI', permissions: ['standard:read'] })).id;
  const began = Date.now();
  const row = (key_id: number, at: number) => ({
    id: randomUUID(),
    key_id,
    at: new Date(began + at).toISOString(),
    method: 'GET',
    route: '/api/standards',
    status: 200,
    address: '192.0.2.1',
    request_id: `r${at}`,
  });
  const record = (rows: ReturnType<typeof row>[]) => node.call(anonymous, 'identity.recordUsage', { rows });
  const page = (id: number, limit?: number, offset?: number) =>
    node.call(ann, 'account.keys.usage', { id, ...(limit ? { limit } : {}), ...(offset ? { offset } : {}) });

  it('a row reported twice, also concurrently and with new ones, is kept once', async () => {
    const id = await makeKey();
    const rows = [row(id, 1), row(id, 2), row(id, 3)];
    await Promise.all([record(rows.slice(0, 2)), record(rows), record(rows.slice(1))]);
    const { usage, total } = await page(id);
    assert.equal(total, 3);
    assert.deepEqual(
      usage.map(({ request_id }) => request_id),
      ['r3', 'r2', 'r1'],
    );
  });

  it('is paged, newest first, each row in its own key only', async () => {
    const [one, two] = [await makeKey(), await makeKey()];
    await record([...Array.from({ length: 5 }, (_, at) => row(one, at)), row(two, 9)]);
    const { usage, total, limit, offset } = await page(one, 2, 1);
    assert.deepEqual(
      [usage.map(({ request_id }) => request_id), total, limit, offset],
      [['r3', 'r2'], 5, 2, 1],
    );
    assert.deepEqual((await page(one, 2, 50)).usage, []);
    assert.equal((await page(two)).total, 1);
  });

  it('a key keeps its newest 10,000 rows; the others are removed', async () => {
    const id = await makeKey();
    const rows = (await node.node.openDatabase('identity')).collection<{ _id: string }>('key_usage');
    const old = Array.from({ length: MAX_ROWS_PER_KEY }, (_, at) => {
      const { id: _id, ...rest } = row(id, at);
      return { _id, ...rest, at: new Date(rest.at) };
    });
    await rows.insertMany(old);
    for (let batch = 0; batch < 6; batch += 1) {
      await record(Array.from({ length: 100 }, (_, at) => row(id, 20_000 + batch * 100 + at)));
    }
    const { total, usage } = await page(id, 1);
    assert.deepEqual([total, usage[0]?.request_id], [MAX_ROWS_PER_KEY, 'r20599']);
    assert.ok((await rows.countDocuments({ key_id: id })) < MAX_ROWS_PER_KEY + 500);
    assert.equal(await rows.countDocuments({ key_id: id, request_id: 'r0' }), 0);
    assert.deepEqual((await page(id, 1, MAX_ROWS_PER_KEY)).usage, []);
  });

  it('rows are removed after 90 days by the database itself', async () => {
    const indexes = await (await node.node.openDatabase('identity')).collection('key_usage').indexes();
    assert.ok(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds === 90 * 86_400));
  });
});
