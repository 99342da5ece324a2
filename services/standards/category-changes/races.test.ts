/** Tests of concurrent changes of one category tree: nothing is lost, and no rule is broken. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { editor, lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';

describe('categories changed at the same time', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  let made = 0;

  const create = (name: string, more: object = {}) =>
    node.call(lead, 'categories.create', { name, subject_type: 'company', ...more });
  const file = (category_id: number) => {
    made += 1;
    const about = { name: `Filed ${made}`, category_id, subject_type: 'company' } as const;
    return node.call(editor, 'standards.create', about);
  };
  /** The codes of what was refused. */
  const refusals = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [toErrorInfo(outcome.reason).code] : []));
  const stored = async () => {
    const { db } = await node.node.openDatabase('standards');
    assert.ok(db);
    const categories = await db
      .collection<{ _id: number; name: string; parent_id: number }>('categories')
      .find()
      .toArray();
    const standards = await db
      .collection<{ _id: number; category_id: number; category_path: string[] }>('standards')
      .find()
      .toArray();
    return { categories, standards };
  };

  /** Every standard is in a category that exists, under its present names; every parent exists and is top-level. */
  async function assertConsistent(): Promise<void> {
    const { categories, standards } = await stored();
    const byId = new Map(categories.map((category) => [category._id, category]));
    for (const { _id, category_id, category_path } of standards) {
      const category = byId.get(category_id);
      assert.ok(category, `standard ${_id} is in category ${category_id}, which is gone`);
      const parent = byId.get(category.parent_id);
      assert.deepEqual(category_path, [...(parent ? [parent.name] : []), category.name]);
    }
    for (const { _id, parent_id } of categories) {
      if (parent_id === null) continue;
      assert.equal(byId.get(parent_id)?.parent_id, null, `the parent of ${_id}`);
    }
  }

  it('deleted while standards are filed in it: they are refused or moved, none is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id } = await create(`Source ${round}`);
      const { id: reassignTo } = await create(`Target ${round}`);
      const filings = Array.from({ length: 6 }, () => file(id));
      const [filed] = await Promise.all([
        Promise.allSettled(filings),
        node.call(lead, 'categories.delete', { id, reassignTo }),
      ]);
      const refused = refusals(filed);
      assert.ok(
        refused.every((code) => code === 'UNKNOWN_CATEGORY'),
        refused.join(),
      );
      const { standard_count } = await node.call(lead, 'categories.get', { id: reassignTo });
      assert.equal(standard_count, filings.length - refused.length);
      await assertConsistent();
    }
  });

  it('merged while standards and children are added, and while it is renamed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const source = await create(`From ${round}`);
      const target = await create(`Into ${round}`);
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => file(source.id)),
        ...Array.from({ length: 3 }, (_, at) => create(`Child ${at}`, { parent_id: source.id })),
        node.call(editor, 'categories.update', { id: source.id, name: `From ${round} renamed` }),
        node.call(editor, 'categories.update', { id: target.id, name: `Into ${round} renamed` }),
        node.call(lead, 'categories.merge', { id: source.id, intoCategoryId: target.id }),
      ]);
      const refused = refusals(outcomes);
      assert.ok(
        refused.every((code) => code === 'UNKNOWN_CATEGORY' || code === 'NOT_FOUND'),
        refused.join(),
      );
      assert.equal(outcomes.at(-1)?.status, 'fulfilled', JSON.stringify(outcomes.at(-1)));
      await assertConsistent();
    }
  });

  it('two merges in a circle: one of them happens', async () => {
    const [a, b] = [await create('Circle A'), await create('Circle B')];
    await Promise.all([file(a.id), file(b.id)]);
    const outcomes = await Promise.allSettled([
      node.call(lead, 'categories.merge', { id: a.id, intoCategoryId: b.id }),
      node.call(lead, 'categories.merge', { id: b.id, intoCategoryId: a.id }),
    ]);
    assert.deepEqual(refusals(outcomes), ['NOT_FOUND']);
    await assertConsistent();
  });

  it('two categories become each other’s child, or get the same name: one of them does (S12)', async () => {
    const [a, b] = [await create('Level A'), await create('Level B')];
    const nested = await Promise.allSettled([
      node.call(lead, 'categories.update', { id: a.id, parentId: b.id }),
      node.call(lead, 'categories.update', { id: b.id, parentId: a.id }),
    ]);
    assert.deepEqual(refusals(nested), ['VALIDATION_ERROR']);
    const ids = await Promise.all([1, 2, 3].map(async (at) => (await create(`Name ${at}`)).id));
    const named = await Promise.allSettled(
      ids.map((id) => node.call(lead, 'categories.update', { id, name: 'The same' })),
    );
    assert.deepEqual(refusals(named), ['NAME_TAKEN', 'NAME_TAKEN']);
    await assertConsistent();
  });

  it('adopted many times concurrently, it is created once (S21)', async () => {
    const parent = await create('Adopted parent');
    const source = await create('Adopted child', { parent_id: parent.id });
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        node.call(lead, 'categories.adopt', { sourceCategoryId: source.id, targetSubjectType: 'user' }),
      ),
    );
    assert.equal(new Set(results.map(({ id }) => id)).size, 1);
    assert.equal(results.filter(({ created }) => created).length, 1);
  });

  it('many standards are filed in one category concurrently', async () => {
    const { id } = await create('Busy');
    await Promise.all(Array.from({ length: 20 }, () => file(id)));
    assert.equal((await node.call(lead, 'categories.get', { id })).standard_count, 20);
  });
});
