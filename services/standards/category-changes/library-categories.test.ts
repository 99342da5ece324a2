/** Tests of changing, merging and deleting the categories of a company, and of who may change the global ones. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  administrator,
  editor,
  FIRM,
  lead,
  stranger,
  throughAssistant,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';

describe('changes of the categories of a company', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  let made = 0;

  const create = (name: string, more: object = {}, who = lead) =>
    node.call(who, 'categories.create', { name, subject_type: 'company', ...more });
  const file = async (category_id: number) => {
    made += 1;
    const about = { name: `Filed ${made}`, category_id, subject_type: 'company' } as const;
    return (await node.call(lead, 'standards.create', about)).id;
  };
  const read = (id: number) => node.call(lead, 'categories.get', { id });
  const categoryOf = async (id: number) => {
    const standard = await node.call(lead, 'standards.get', { id, format: 'compact' });
    assert.ok('category' in standard);
    return standard.category;
  };
  const update = (id: number, change: object, who = lead) =>
    node.call(who, 'categories.update', { id, ...change });
  const merge = (id: number, intoCategoryId: number, who = lead) =>
    node.call(who, 'categories.merge', { id, intoCategoryId });
  const remove = (id: number, more: object = {}, who = lead) =>
    node.call(who, 'categories.delete', { id, ...more });
  const refusal = async (work: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(work);
    return [status, code, extras.errors?.[0]?.path];
  };
  const nowhere = () => expectRejection(read(999_999));

  it('updates: omitted members stay, the description is replaced whole, nothing altered writes nothing', async () => {
    const { id } = await create('Steel', { description: 'All of it', sort_order: 4 });
    const renamed = await update(id, { name: ' Structural steel ' });
    assert.deepEqual(renamed, {
      id,
      name: 'Structural steel',
      description: 'All of it',
      subject_type: 'company',
      subject_id: FIRM.id,
      parent_id: null,
      sort_order: 4,
    });
    assert.equal((await update(id, { description: '' })).description, '');
    assert.equal((await update(id, { sort_order: 7 })).sort_order, 7);
    assert.deepEqual(await update(id, {}), await update(id, { name: 'Structural steel' }));
    assert.equal((await update(id, { name: 'STRUCTURAL STEEL' }, editor)).name, 'STRUCTURAL STEEL');
    assert.deepEqual(await refusal(update(id, { name: ' ' })), [400, 'VALIDATION_ERROR', 'name']);
    await expectRejection(update(id, {}, viewer), 'PERMISSION_DENIED');
    assert.deepEqual(await expectRejection(update(id, {}, stranger)), await nowhere());
  });

  it('parentId and sortOrder are for HTTP: the assistant’s are ignored', async () => {
    const { id } = await create('Assisted');
    const { id: parentId } = await create('Assisting');
    const assisted = await update(
      id,
      { name: 'Assisted twice', parentId, sortOrder: 9 },
      throughAssistant(lead),
    );
    assert.deepEqual([assisted.name, assisted.parent_id, assisted.sort_order], ['Assisted twice', null, 0]);
  });

  it('a parent is top-level, of the same scope, and never of a category with children (R-083, S12, X10)', async () => {
    const top = await create('Doors');
    const child = await create('Hinges', { parent_id: top.id });
    const other = await create('Windows');
    const { id: own } = await create('Mine', { subject_type: 'user' });
    const { id: theirs } = await create('Theirs', {}, stranger);
    for (const [id, parentId] of [
      [other.id, child.id],
      [top.id, other.id],
      [other.id, other.id],
      [other.id, own],
    ] as const)
      assert.deepEqual(await refusal(update(id, { parentId })), [400, 'VALIDATION_ERROR', 'parentId']);
    for (const parentId of [theirs, 999_999])
      assert.deepEqual(await expectRejection(update(other.id, { parentId })), await nowhere());
    assert.equal((await update(other.id, { parentId: top.id })).parent_id, top.id);
    assert.equal((await update(other.id, { parentId: null })).parent_id, null);
  });

  it('a sibling’s name is taken, also at a new parent; the id is shown to those who may read it (S21, G13)', async () => {
    const one = await create('Glass');
    const two = await create('Glazing');
    const child = await create('glass', { parent_id: two.id });
    const { code, extras } = await expectRejection(update(two.id, { name: 'GLASS ' }));
    assert.deepEqual([code, extras.metadata], ['NAME_TAKEN', { existingId: one.id }]);
    const moved = await expectRejection(update(child.id, { parentId: null }));
    assert.deepEqual([moved.code, moved.extras.metadata], ['NAME_TAKEN', { existingId: one.id }]);
    const blind = await expectRejection(
      update(two.id, { name: 'Glass' }, withKey(lead, ['category:update'])),
    );
    assert.deepEqual([blind.code, blind.extras.metadata], ['NAME_TAKEN', {}]);
  });

  it('standards carry the new names of their category and of its parent, in reads, lists and their order', async () => {
    const top = await create('Zinc');
    const child = await create('Gutters', { parent_id: top.id });
    const inTop = await file(top.id);
    const inChild = await file(child.id);
    await update(top.id, { name: 'Aluminium' });
    assert.deepEqual(await categoryOf(inTop), { id: top.id, name: 'Aluminium' });
    await update(child.id, { name: 'Downpipes' });
    assert.deepEqual(await categoryOf(inChild), { id: child.id, name: 'Downpipes' });
    const { standards } = await node.call(lead, 'standards.list', { subject_type: 'company' });
    const order = standards.map(({ id }) => id).filter((id) => [inTop, inChild].includes(id));
    assert.deepEqual(order, [inTop, inChild]);
    const stored = (await node.node.openDatabase('standards')).collection<{ _id: number }>('standards');
    const keys = await stored
      .find({ _id: { $in: [inTop, inChild] } })
      .sort({ _id: 1 })
      .toArray();
    assert.deepEqual(
      keys.map(({ category_path, category_key }: Record<string, unknown>) => [category_path, category_key]),
      [
        [['Aluminium'], 'aluminium'],
        [['Aluminium', 'Downpipes'], 'aluminium\u001fdownpipes'],
      ],
    );
  });

  it('a merge empties and deletes the source; standards and children go to the target (S12)', async () => {
    const source = await create('Brick');
    const child = await create('Mortar', { parent_id: source.id });
    const target = await create('Masonry units', { description: 'Kept' });
    const [one, two, inChild] = [await file(source.id), await file(target.id), await file(child.id)];
    const merged = await merge(source.id, target.id);
    assert.deepEqual(merged, { ...target, standard_count: 2, movedStandards: 1, movedCategories: 1 });
    assert.deepEqual(await expectRejection(read(source.id)), await nowhere());
    assert.equal((await read(target.id)).standard_count, 2);
    assert.equal((await read(child.id)).parent_id, target.id);
    for (const id of [one, two])
      assert.deepEqual(await categoryOf(id), { id: target.id, name: 'Masonry units' });
    const { standards } = await node.call(lead, 'standards.list', { category_id: child.id });
    assert.deepEqual(
      standards.map(({ id, category }) => [id, category?.name]),
      [[inChild, 'Mortar']],
    );
  });

  it('no merge into itself, another scope or, with children, a child; unknown targets are 404 (S12, S21)', async () => {
    const source = await create('Roofing');
    const child = await create('Slate', { parent_id: source.id });
    const { id: own } = await create('Own roofs', { subject_type: 'user' });
    const { id: theirs } = await create('Their roofs', {}, stranger);
    for (const into of [source.id, child.id, own])
      assert.deepEqual(await refusal(merge(source.id, into)), [400, 'VALIDATION_ERROR', 'intoCategoryId']);
    for (const into of [theirs, 999_999])
      assert.deepEqual(await expectRejection(merge(source.id, into)), await nowhere());
    const twin = await create('Roofs');
    const taken = await create('SLATE', { parent_id: twin.id });
    const clash = await expectRejection(merge(source.id, twin.id));
    assert.deepEqual([clash.code, clash.extras.metadata], ['NAME_TAKEN', { existingId: taken.id }]);
    assert.equal((await read(source.id)).name, 'Roofing');
    await expectRejection(merge(source.id, twin.id, editor), 'PERMISSION_DENIED');
    assert.equal((await merge(child.id, source.id)).id, source.id);
  });

  it('a deletion asks for the children first (400), then for the standards (409), naming both (R-185, S21)', async () => {
    const { id } = await create('Paint');
    const child = await create('Primer', { parent_id: id });
    const standard = await file(id);
    const first = await expectRejection(remove(id));
    assert.deepEqual(
      [first.status, first.code, first.extras.members],
      [
        400,
        'VALIDATION_ERROR',
        { requiresChildDisposition: true, children: [{ id: child.id, name: 'Primer' }] },
      ],
    );
    const second = await expectRejection(remove(id, { childDisposition: 'promote' }));
    assert.deepEqual(
      [second.status, second.code, second.extras.metadata],
      [409, 'CATEGORY_NOT_EMPTY', { standardCount: 1 }],
    );
    assert.match(second.detail, /\b1 standard/);
    const target = await create('Coatings');
    const done = await remove(id, { childDisposition: 'promote', reassignTo: target.id });
    assert.deepEqual(done, {
      id,
      deleted: true,
      movedStandards: 1,
      movedCategories: 1,
      deletedCategories: 1,
    });
    assert.deepEqual(await categoryOf(standard), { id: target.id, name: 'Coatings' });
    assert.equal((await read(child.id)).parent_id, null);
    assert.deepEqual(await expectRejection(remove(id)), await nowhere());
  });

  it('childDisposition reassign needs a top-level childReassignTo; standards of the children follow', async () => {
    const { id } = await create('Timber');
    const child = await create('Beams', { parent_id: id });
    const standard = await file(child.id);
    const to = await create('Wood');
    const below = await create('Planks', { parent_id: to.id });
    const reassign = (childReassignTo?: number) =>
      remove(id, { childDisposition: 'reassign', ...(childReassignTo ? { childReassignTo } : {}) });
    for (const sent of [undefined, below.id, id])
      assert.deepEqual(await refusal(reassign(sent)), [400, 'VALIDATION_ERROR', 'childReassignTo']);
    assert.equal((await reassign(to.id)).movedCategories, 1);
    assert.equal((await read(child.id)).parent_id, to.id);
    const list = await node.call(lead, 'standards.list', { category_id: child.id });
    assert.deepEqual(
      list.standards.map(({ id }) => id),
      [standard],
    );
    const stored = (await node.node.openDatabase('standards')).collection<{ _id: number }>('standards');
    const record = await stored.findOne({ _id: standard });
    assert.deepEqual(Object(record).category_path, ['Wood', 'Beams']);
  });

  it('cascade is 409 while a child holds standards; reassignTo may be a child that stays, not one that goes', async () => {
    const { id } = await create('Tiles');
    const child = await create('Grout', { parent_id: id });
    const standard = await file(child.id);
    const refused = await expectRejection(remove(id, { childDisposition: 'cascade' }));
    assert.deepEqual(
      [refused.code, refused.extras.metadata],
      [
        'CATEGORY_NOT_EMPTY',
        { standardCount: 1, children: [{ id: child.id, name: 'Grout', standard_count: 1 }] },
      ],
    );
    const cascade = { childDisposition: 'cascade', reassignTo: child.id };
    assert.deepEqual(await refusal(remove(id, cascade)), [400, 'VALIDATION_ERROR', 'reassignTo']);
    const direct = await file(id);
    await remove(id, { childDisposition: 'promote', reassignTo: child.id });
    for (const one of [standard, direct])
      assert.deepEqual(await categoryOf(one), { id: child.id, name: 'Grout' });
    await node.call(lead, 'categories.merge', { id: child.id, intoCategoryId: (await create('Floors')).id });
    const parent = await create('Empty');
    const empty = await create('Empty child', { parent_id: parent.id });
    assert.equal((await remove(parent.id, { childDisposition: 'cascade' })).deletedCategories, 2);
    assert.deepEqual(await expectRejection(read(empty.id)), await nowhere());
  });

  it('deletion: another scope 400, unknown 404, no right 403; a bad disposition 400', async () => {
    const { id } = await create('Lifts');
    const { id: own } = await create('Own lifts', { subject_type: 'user' });
    const { id: theirs } = await create('Their lifts', {}, stranger);
    assert.deepEqual(await refusal(remove(id, { reassignTo: own })), [400, 'VALIDATION_ERROR', 'reassignTo']);
    assert.deepEqual(await expectRejection(remove(id, { reassignTo: theirs })), await nowhere());
    assert.deepEqual(await expectRejection(remove(id, {}, stranger)), await nowhere());
    await expectRejection(remove(id, {}, editor), 'PERMISSION_DENIED');
    assert.deepEqual(await refusal(remove(id, { childDisposition: 'orphan' })), [
      400,
      'VALIDATION_ERROR',
      'childDisposition',
    ]);
    assert.equal((await remove(id)).deletedCategories, 1);
  });

  it('global categories are changed by administrators only', async () => {
    const about = { name: 'Everywhere', subject_type: 'global' } as const;
    const { id } = await node.call(administrator, 'categories.create', about);
    await expectRejection(update(id, { name: 'Mine' }), 'PERMISSION_DENIED');
    await expectRejection(remove(id), 'PERMISSION_DENIED');
    assert.equal((await update(id, { name: 'Anywhere' }, administrator)).name, 'Anywhere');
    assert.equal((await remove(id, {}, administrator)).deleted, true);
  });
});
