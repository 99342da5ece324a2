/** Tests of changing, merging and deleting the sections of a project in its draft. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { sectionsWorld } from './sections-world.fixture.ts';

/** Reads standards in the project's scope, and does not see its draft. */
const reader = withKey(editor, ['project:read', 'standard:read', 'category:read']);

describe('changes of the sections of a project', () => {
  const node = useNode(['identity', 'standards', 'projects', 'datasheets', 'audit']);
  const {
    world,
    section,
    list,
    names,
    publish,
    openDraft,
    revert,
    update,
    merge,
    remove,
    codeOf,
    project,
    place,
    write,
    readCategoryName,
    readPinCategories,
  } = sectionsWorld(node);

  it('renamed in the draft, seen by who sees the draft; reverted with it, published with it (G9)', async () => {
    const { id, piles, walls, doors } = await project('Bridge');
    const renamed = await update(piles, { name: 'Bored piles', description: 'Deep', sortOrder: 3 }, editor);
    assert.deepEqual(renamed, {
      id: piles,
      name: 'Bored piles',
      description: 'Deep',
      subject_type: 'project',
      subject_id: id,
      parent_id: null,
      sort_order: 3,
    });
    assert.deepEqual(await names(id), ['Doors', 'Walls', 'Bored piles']);
    assert.deepEqual(await names(id, viewer), ['Doors', 'Piles', 'Walls']);
    assert.equal((await node.call(viewer, 'categories.get', { id: piles })).name, 'Piles');
    await revert(id);
    assert.deepEqual(await names(id), ['Doors', 'Piles', 'Walls']);
    assert.equal(await codeOf(update(piles, { name: 'x' })), 'NO_OPEN_DRAFT');
    assert.equal(await codeOf(merge(piles, walls)), 'NO_OPEN_DRAFT');
    assert.equal(await codeOf(remove(doors)), 'NO_OPEN_DRAFT');
    await openDraft(id);
    await update(doors, { parentId: null });
    await publish(id);
    assert.deepEqual(
      (await list(id, viewer)).map(({ name, parent_id }) => [name, parent_id]),
      [
        ['Doors', null],
        ['Piles', null],
        ['Walls', null],
      ],
    );
    await expectRejection(update(piles, {}, stranger), 404);
    assert.equal(await codeOf(update(piles, {}, viewer)), 'PERMISSION_DENIED');
  });

  it('a merge moves placements, children and standards of the project; a revert takes all of it back (S21)', async () => {
    const { id, piles, walls, doors } = await project('Tunnel');
    await place(id, walls);
    const own = await write(id, walls, 'Wall finishes');
    await node.call(lead, 'standards.publish', { id: own });
    const merged = await merge(walls, piles);
    assert.deepEqual(
      [merged.id, merged.standard_count, merged.movedStandards, merged.movedCategories],
      [piles, 1, 2, 1],
    );
    assert.deepEqual(
      (await list(id)).map((each) => [each.id, each.parent_id]),
      [
        [doors, piles],
        [piles, null],
      ],
    );
    assert.deepEqual(await readPinCategories(id), ['Piles']);
    const filed = async (who: typeof lead) => {
      const { standards } = await node.call(who, 'standards.list', {
        project_id: id,
        subject_type: 'project',
      });
      return [await readCategoryName(own, who), standards.map(({ category }) => category?.name)];
    };
    assert.deepEqual(await filed(editor), ['Piles', ['Piles']]);
    assert.deepEqual(await filed(reader), ['Walls', ['Walls']]);
    const narrowed = async (category_id: number, who: typeof lead) =>
      (await node.call(who, 'standards.list', { project_id: id, category_id })).standards.length;
    assert.deepEqual([await narrowed(piles, editor), await narrowed(walls, editor)], [1, 0]);
    assert.deepEqual([await narrowed(piles, reader), await narrowed(walls, reader)], [0, 1]);
    // The former section is none to file in.
    const late = node.call(lead, 'standards.update', { id: own, category_id: walls });
    assert.equal(await codeOf(late), 'UNKNOWN_CATEGORY');
    await revert(id);
    assert.deepEqual(await filed(editor), ['Walls', ['Walls']]);
    assert.deepEqual(await names(id), ['Doors', 'Piles', 'Walls']);

    await openDraft(id);
    await merge(walls, piles);
    await merge(doors, piles);
    const { id: target } = await section(id, 'Substructure');
    await merge(piles, target);
    await publish(id);
    for (const who of [editor, reader])
      assert.deepEqual(await filed(who), ['Substructure', ['Substructure']]);
    // Without a draft the move is final, and stored with the standard.
    const read = await node.call(reader, 'standards.get', { id: own, format: 'verbose' });
    assert.deepEqual('category_id' in read && read.category_id, target);
  });

  it('a published revision keeps its sections when the next draft merges and deletes them', async () => {
    const { id, piles, walls, doors } = await project('Dam');
    await place(id, doors);
    await publish(id);
    const { revisions } = await node.call(lead, 'projects.revisions', { id });
    const revisionId = revisions[0]?.id ?? 0;
    const rows = () => node.call(lead, 'projects.standards.list', { id, revisionId });
    const before = await rows();
    await openDraft(id);
    await merge(doors, piles);
    await remove(walls);
    await publish(id);
    assert.deepEqual(await rows(), before);
    assert.deepEqual(await readPinCategories(id), ['Piles']);
    assert.deepEqual(await names(id, viewer), ['Piles']);
  });

  it('the rules of trees hold in a draft; a freed name is free (S12, S21)', async () => {
    const { id, piles, walls, doors } = await project('Quay');
    assert.equal(await codeOf(update(piles, { name: ' WALLS' })), 'NAME_TAKEN');
    assert.equal(await codeOf(update(walls, { parentId: piles })), 'VALIDATION_ERROR');
    assert.equal(await codeOf(update(piles, { parentId: doors })), 'VALIDATION_ERROR');
    assert.equal(await codeOf(merge(walls, doors)), 'VALIDATION_ERROR');
    assert.equal(await codeOf(merge(walls, walls)), 'VALIDATION_ERROR');
    const company = await world.categoryId();
    assert.equal(await codeOf(merge(piles, company)), 'VALIDATION_ERROR');
    const { walls: foreign } = await project('Other quay');
    assert.equal(await codeOf(merge(piles, foreign)), 'VALIDATION_ERROR');
    assert.equal(await codeOf(remove(piles, { reassignTo: foreign })), 'VALIDATION_ERROR');
    await expectRejection(merge(piles, 999_999), 404);
    await update(piles, { name: 'Foundations' });
    assert.equal((await section(id, 'Piles')).name, 'Piles');
    const first = await expectRejection(remove(walls));
    assert.deepEqual(first.extras.members, {
      requiresChildDisposition: true,
      children: [{ id: doors, name: 'Doors' }],
    });
    await place(id, walls);
    const second = await expectRejection(remove(walls, { childDisposition: 'promote' }));
    assert.deepEqual(second.extras.metadata, { standardCount: 1 });
    const done = await remove(walls, {
      childDisposition: 'reassign',
      childReassignTo: piles,
      reassignTo: doors,
    });
    assert.deepEqual([done.movedStandards, done.movedCategories, done.deletedCategories], [1, 1, 1]);
    assert.deepEqual(await readPinCategories(id), ['Doors']);
    await expectRejection(remove(walls), 404);
    // Nobody without the draft sees any of it.
    assert.deepEqual(await names(id, viewer), ['Doors', 'Piles', 'Walls']);
  });

  it('a section that holds standards of the project is deleted only with a target for them (R-185)', async () => {
    const { id, piles, walls, doors } = await project('Weir');
    const own = await write(id, piles, 'Pile caps');
    await node.call(lead, 'standards.publish', { id: own });
    await write(id, doors, 'Door frames');
    const refused = await expectRejection(remove(piles));
    assert.deepEqual([refused.status, refused.extras.metadata], [409, { standardCount: 1 }]);
    await expectRejection(remove(walls, { childDisposition: 'cascade' }), 409);
    const { movedStandards } = await remove(piles, { reassignTo: walls });
    assert.equal(movedStandards, 1);
    assert.equal(await readCategoryName(own), 'Walls');
    assert.equal(await readCategoryName(own, reader), 'Piles');
    await publish(id);
    assert.equal(await readCategoryName(own, reader), 'Walls');
  });

  it('standards in a draft section are uncategorised when it is discarded with its draft (X10)', async () => {
    const { id } = await project('Lock');
    const { id: staged } = await section(id, 'Gates');
    const own = await write(id, staged, 'Gate seals');
    assert.equal(await readCategoryName(own), 'Gates');
    await revert(id);
    assert.equal(await readCategoryName(own), null);
  });

  it('an archived project is refused before a missing draft, both before the rules (G16, S21)', async () => {
    const { id, piles, walls } = await project('Ruin');
    const company = await world.categoryId();
    const changes = [
      () => update(piles, { parentId: company }),
      () => merge(piles, company),
      () => remove(piles, { reassignTo: company }),
      () => section(id, 'Late', { parent_id: company }),
    ];
    await publish(id);
    for (const change of changes) assert.equal(await codeOf(change()), 'NO_OPEN_DRAFT');
    // What is named and cannot be read is told first; a missing right before all.
    await expectRejection(merge(piles, 999_999), 404);
    assert.equal(await codeOf(remove(walls, {}, viewer)), 'PERMISSION_DENIED');
    const projects = (await node.node.openDatabase('projects')).collection<{ _id: number }>('projects');
    await projects.updateOne({ _id: id }, { $set: { archived_at: new Date() } });
    const adopt = () =>
      node.call(lead, 'categories.adopt', {
        sourceCategoryId: company,
        targetSubjectType: 'project',
        targetSubjectId: id,
      });
    for (const change of [...changes, adopt]) assert.equal(await codeOf(change()), 'PROJECT_ARCHIVED');
  });

  it('the id of the section that has a name is shown to those who may read it (G13)', async () => {
    const { id, piles, walls } = await project('Taken');
    const rename = (who: typeof lead) => expectRejection(update(piles, { name: 'Walls' }, who));
    assert.deepEqual((await rename(editor)).extras.metadata, { existingId: walls });
    const blind = withKey(editor, ['category:update', 'project:draft:view']);
    assert.deepEqual((await rename(blind)).extras.metadata, {});
    const create = (who: typeof lead) =>
      expectRejection(
        node.call(who, 'categories.create', { name: 'WALLS', subject_type: 'project', subject_id: id }),
      );
    const creator = withKey(editor, ['category:create', 'project:draft:view']);
    assert.deepEqual((await create(editor)).extras.metadata, { existingId: walls });
    assert.deepEqual((await create(creator)).extras.metadata, {});
  });

  it('each change can be tried with dryRun, and then nothing is stored', async () => {
    const { id, piles, walls, doors } = await project('Tried');
    const before = await list(id);
    await section(id, 'Roofs', { dryRun: true });
    await update(piles, { name: 'Bored piles', dryRun: true });
    const tried = { id: piles, intoCategoryId: walls, dryRun: true };
    await node.call(editor, 'categories.merge', tried);
    await remove(walls, { childDisposition: 'promote', dryRun: true });
    await remove(doors, { reassignTo: piles, dryRun: true });
    assert.deepEqual(await list(id), before);
  });

  it('concurrent changes: of two merges in a circle one happens; an update that changes nothing is no change of the draft', async () => {
    const { id, piles, walls, doors } = await project('Busy');
    await merge(doors, piles);
    await expectOneSuccess([merge(piles, walls), merge(walls, piles)]);
    assert.equal((await list(id)).length, 1);
    const { version } = await node.call(lead, 'projects.publishReadiness', { id });
    const [left] = await list(id);
    await update(left?.id ?? 0, {});
    await update(left?.id ?? 0, { name: left?.name });
    assert.equal((await node.call(lead, 'projects.publishReadiness', { id })).version, version);
  });
});
