/** Tests of the order, filters, search by name and pages of the list of standards, and of who sees which. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import {
  administrator,
  FIRM,
  individual,
  lead,
  OTHER_FIRM,
  stranger,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';

describe('listing standards', () => {
  const node = useNode(['identity', 'standards', 'projects']);
  const made: Record<string, number> = {};
  beforeAll(async () => {
    const categoryOf = async (name: string, subject_type: 'company' | 'global' | 'user', who = lead) =>
      (await node.call(who, 'categories.create', { name, subject_type })).id;
    const zinc = await categoryOf('Zinc', 'company');
    const asphalt = await categoryOf('asphalt', 'company');
    const global = await categoryOf('Midway', 'global', administrator);
    const mine = await categoryOf('Notes', 'user');
    const create = async (
      name: string,
      category_id: number,
      subject_type: 'company' | 'global' | 'user',
      who = lead,
    ) => {
      made[name] = (
        await node.call(who, 'standards.create', {
          name,
          category_id,
          subject_type,
          description: `about ${name}`,
        })
      ).id;
    };
    await create('Zebra', asphalt, 'company');
    await create('apple', zinc, 'company');
    await create('Berry (.*)+', zinc, 'company');
    await create('Global', global, 'global', administrator);
    await create('Own', mine, 'user');
    const foreign = await node.call(stranger, 'categories.create', {
      name: 'Foreign',
      subject_type: 'company',
    });
    await create('Foreign', foreign.id, 'company', stranger);
  });

  const names = async (more: object = {}, who = lead) =>
    (await node.call(who, 'standards.list', more)).standards.map(({ name }) => name);

  it('lists what the caller may access, by category and name', async () => {
    assert.deepEqual(await names(), ['Zebra', 'Global', 'Own', 'apple', 'Berry (.*)+']);
    assert.deepEqual(await names({ sort: 'category', sort_order: 'desc' }), [
      'Berry (.*)+',
      'apple',
      'Own',
      'Global',
      'Zebra',
    ]);
    assert.deepEqual(await names({ sort: 'name' }), ['apple', 'Berry (.*)+', 'Global', 'Own', 'Zebra']);
    assert.deepEqual(await names({ sort: 'created_at' }), ['Zebra', 'apple', 'Berry (.*)+', 'Global', 'Own']);
    assert.deepEqual(await names({}, viewer), ['Zebra', 'Global', 'apple', 'Berry (.*)+']);
    assert.deepEqual(await names({}, individual), ['Global']);
  });

  it('subject_type narrows to one scope; a foreign company_id leaves no company standards (S24, G19, R-004, R-029)', async () => {
    assert.deepEqual(await names({ subject_type: 'user' }), ['Own']);
    assert.deepEqual(await names({ subject_type: 'global' }), ['Global']);
    assert.deepEqual(await names({ subject_type: 'project' }), []);
    assert.deepEqual(await names({ company_id: FIRM.id, subject_type: 'company' }), [
      'Zebra',
      'apple',
      'Berry (.*)+',
    ]);
    assert.deepEqual(await names({ company_id: OTHER_FIRM.id }), ['Global', 'Own']);
  });

  it('pages of 1 to 100, all without per_page; a page past the end is empty (R-228)', async () => {
    const page = await node.call(lead, 'standards.list', { per_page: 2, page: 2 });
    assert.deepEqual(
      [page.standards.map(({ name }) => name), page.total, page.page, page.per_page],
      [['Own', 'apple'], 5, 2, 2],
    );
    assert.deepEqual(
      (await node.call(lead, 'standards.list', { per_page: 2, page: 1_000_000_000 })).standards,
      [],
    );
    assert.deepEqual(await names({ page: 2 }), []);
    for (const bad of [
      { per_page: 0 },
      { per_page: 101 },
      { per_page: -1 },
      { page: 0 },
      { page: 1.5 },
      { sort: 'size' },
      { sort_order: 'up' },
    ]) {
      assert.equal((await expectRejection(names(bad))).status, 400, JSON.stringify(bad));
    }
  });

  it('search finds part of name or description in any case, and its characters mean themselves (H4, H5)', async () => {
    assert.deepEqual(await names({ search: 'EBR' }), ['Zebra']);
    assert.deepEqual(await names({ search: 'about a' }), ['apple']);
    assert.deepEqual(await names({ search: '(.*)+' }), ['Berry (.*)+']);
    for (const search of ['(a+)+$', '.*.*.*=', '\\', '['.repeat(400), 'a\0b', '^', '$where'])
      assert.deepEqual(await names({ search }), []);
    assert.deepEqual((await names({ search: '  ' })).length, 5);
    await expectRejection(names({ search: { $ne: 'x' } }), 400);
    await expectRejection(node.call(lead, 'standards.list', { search: 'x'.repeat(10_000) }), 400);
  });
  it('deprecated standards are hidden unless asked for (R-032)', async () => {
    const records = (await node.node.openDatabase('standards')).collection<{ _id: number }>('standards');
    await records.updateOne({ _id: made.Zebra ?? 0 }, { $set: { deprecated: true } });
    assert.deepEqual(await names({ subject_type: 'company' }), ['apple', 'Berry (.*)+']);
    assert.deepEqual(await names({ subject_type: 'company', include_deprecated: true }), [
      'Zebra',
      'apple',
      'Berry (.*)+',
    ]);
  });
  it('filters by library and category (R-004)', async () => {
    const [row] = (await node.call(lead, 'standards.list', { search: 'apple' })).standards;
    assert.ok(row);
    assert.deepEqual(await names({ category_id: row.category?.id }), ['apple', 'Berry (.*)+']);
    assert.deepEqual(await names({ library_id: row.library?.id }), ['apple', 'Berry (.*)+']);
    assert.deepEqual(await names({ category_id: 999_999 }), []);
  });
  it('a key without standard:read is 403; one of another company never shows', async () => {
    await expectRejection(node.call(withKey(lead, ['category:read']), 'standards.list', {}), 403);
    assert.equal((await names({ include_deprecated: true })).includes('Foreign'), false);
  });
});
