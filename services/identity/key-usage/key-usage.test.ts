/** Tests of the stored usage log of API keys: reports once, pages, and what is removed when. */
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
    key_id,
    at: new Date(began + at).toISOString(),
    method: 'GET',
    route: '/api/standards',
    status: 200,
    address: '192.0.2.1',
    request_id: `r${at}`,
  });
  const record = (rows: ReturnType<typeof row>[], id = randomUUID()) =>
    node.call(anonymous, 'identity.recordUsage', { id, rows });
  const page = (id: number, limit?: number, offset?: number) =>
    node.call(ann, 'account.keys.usage', { id, ...(limit ? { limit } : {}), ...(offset ? { offset } : {}) });

  it('a report sent twice, also concurrently, is kept once', async () => {
    const [id, other] = [await makeKey(), await makeKey()];
    const [first, second] = [randomUUID(), randomUUID()];
    const rows = [row(id, 1), row(other, 2), row(id, 4)];
    await Promise.all([record(rows, first), record([row(id, 3)], second), record(rows, first)]);
    await record(rows, first);
    const { usage, total } = await page(id);
    assert.equal(total, 3);
    // Newest first, although two gateways reported them.
    assert.deepEqual(
      usage.map(({ request_id }) => request_id),
      ['r4', 'r3', 'r1'],
    );
    assert.equal((await page(other)).total, 1);
  });

  it('of rows in one report each is as it was reported', async () => {
    const id = await makeKey();
    const rows = [row(id, 2), { ...row(id, 1), method: 'PUT', status: 409 }];
    await record(rows);
    assert.deepEqual(
      (await page(id)).usage,
      rows.map(({ key_id: _, ...reported }) => reported),
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
    const old = Array.from({ length: MAX_ROWS_PER_KEY }, (_, at) => row(id, at));
    for (let at = 0; at < old.length; at += 250) await record(old.slice(at, at + 250));
    for (let batch = 0; batch < 6; batch += 1) {
      await record(Array.from({ length: 100 }, (_, at) => row(id, 20_000 + batch * 100 + at)));
    }
    const { total, usage } = await page(id, 1);
    assert.deepEqual([total, usage[0]?.request_id], [MAX_ROWS_PER_KEY, 'r20599']);
    const stored = (await node.node.openDatabase('identity')).collection('key_usage');
    const rows = await stored.distinct('rows.request_id', { key_id: id });
    assert.ok(rows.length < MAX_ROWS_PER_KEY + 2 * 500);
    assert.ok(!rows.includes('r0'));
    assert.deepEqual((await page(id, 1, MAX_ROWS_PER_KEY)).usage, []);
  });

  it('rows are removed after 90 days by the database itself', async () => {
    const indexes = await (await node.node.openDatabase('identity')).collection('key_usage').indexes();
    assert.ok(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds === 90 * 86_400));
  });
});
