import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/sign-up.ts';

it('H35, G3: all standards at once are at most 10,000, and the answer says that there are more', async () => {
  const node = await startTestNode(['standards', 'identity', 'audit']);
  try {
    const { principal } = await signUp(node);
    const category = await node.call(principal, 'categories.create', { name: 'Concrete', subject_type: 'user' });
    const body = { name: 'Pattern', category_id: category.id, subject_type: 'user' } as const;
    const { id } = await node.call(principal, 'standards.create', body);
    const standards = (await node.node.openDatabase('standards')).collection<{ _id: number }>('standards');
    const pattern = await standards.findOne({ _id: id });
    assert.ok(pattern);
    const copies = Array.from({ length: 10_000 }, (_, at) => ({ ...pattern, _id: 5_000_000 + at, folded_name: `copy ${at}` }));
    await standards.insertMany(copies);
    const all = await node.call(principal, 'standards.list', { subject_type: 'user', format: 'compact' });
    assert.deepEqual([all.standards.length, all.total, all.truncated], [10_000, 10_001, true]);
    const last = await node.call(principal, 'standards.list', { subject_type: 'user', per_page: 100, page: 101 });
    assert.deepEqual([last.standards.length, last.total, last.truncated], [1, 10_001, false]);
  } finally {
    await node.stop();
  }
});
