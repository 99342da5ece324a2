import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../standards-world.fixture.ts';

describe('changes of the sections of a project', () => {
  const node = useNode(['identity', 'standards', 'projects', 'datasheets', 'audit']);
  const desk = new StandardsWorld(node);

  const section = (subject_id: number, name: string, more: object = {}) =>
    node.call(lead, 'categories.create', { name, subject_type: 'project', subject_id, ...more });
  const list = async (subject_id: number, who = lead) =>
    (await node.call(who, 'categories.list', { subject_type: 'project', subject_id })).categories;
  const names = async (projectId: number, who = lead) => (await list(projectId, who)).map(({ name }) => name);
  const publish = (id: number) => node.call(lead, 'projects.publish', { id });
  const openDraft = (id: number) => node.call(lead, 'projects.draft.create', { id });
  const revert = (id: number) => node.call(lead, 'projects.revert', { id });
  const update = (id: number, change: object, who = lead) =>
    node.call(who, 'categories.update', { id, ...change });
  const merge = (id: number, intoCategoryId: number) =>
    node.call(editor, 'categories.merge', { id, intoCategoryId });
  const remove = (id: number, more: object = {}, who = lead) =>
    node.call(who, 'categories.delete', { id, ...more });
  const codeOf = async (work: Promise<unknown>) => (await expectRejection(work)).code;

  /** A project with the published sections Piles and Walls, Walls with Doors; and an open draft. */
  async function project(name: string) {
    const { id } = await node.call(lead, 'projects.create', { name });
    const piles = (await section(id, 'Piles')).id;
    const walls = (await section(id, 'Walls')).id;
    const doors = (await section(id, 'Doors', { parent_id: walls })).id;
    await publish(id);
    await openDraft(id);
    return { id, piles, walls, doors };
  }
  /** A standard imported into a section of the draft. */
  async function place(projectId: number, categoryId: number): Promise<number> {
    const { id } = await desk.publishStandard();
    const standardId = id;
    await node.call(lead, 'projects.standards.add', {
      id: projectId,
      action: 'import',
      standardId,
      categoryId,
    });
    return id;
  }
  /** A standard of the project itself, filed in a section. */
  const write = async (subject_id: number, category_id: number, name: string) =>
    (await node.call(lead, 'standards.create', { name, category_id, subject_type: 'project', subject_id }))
      .id;
  const filedIn = async (id: number, who = lead) => {
    const standard = await node.call(who, 'standards.get', { id, format: 'compact' });
    assert.ok('category' in standard);
    return standard.category?.name ?? null;
  };
  const placedIn = async (id: number, who = lead) =>
    (await node.call(who, 'projects.standards.list', { id })).standards.map(({ category }) => category?.name);

  it('G9: renamed in the draft, seen by who sees the draft; reverted with it, published with it', async () => {
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
    assert.equal((await expectRejection(update(piles, {}, stranger))).status, 404);
    assert.equal(await codeOf(update(piles, {}, viewer)), 'PERMISSION_DENIED');
  });

  it('S21: a merge moves placements, children and standards of the project; a revert takes all of it back', async () => {
    const { id, piles, walls, doors } = await project('Tunnel');
    await place(id, walls);
    const own = await write(id, walls, 'Wall finishes');
    await node.call(lead, 'standards.publish', { id: own });
    const merged = await merge(walls, piles);
    assert.deepEqual(
      [merged.id, merged.standard_count, merged.movedStandards, merged.movedCategories],
      [piles, 1, 1, 1],
    );
    assert.deepEqual(
      (await list(id)).map((each) => [each.id, each.parent_id]),
      [
        [doors, piles],
        [piles, null],
      ],
    );
    assert.deepEqual(await placedIn(id), ['Piles']);
    const filed = async (who: typeof lead) => {
      const { standards } = await node.call(who, 'standards.list', {
        project_id: id,
        subject_type: 'project',
      });
      return [await filedIn(own, who), standards.map(({ category }) => category?.name)];
    };
    assert.deepEqual(await filed(editor), ['Piles', ['Piles']]);
    assert.deepEqual(await filed(viewer), ['Walls', ['Walls']]);
    const narrowed = async (category_id: number, who: typeof lead) =>
      (await node.call(who, 'standards.list', { project_id: id, category_id })).standards.length;
    assert.deepEqual([await narrowed(piles, editor), await narrowed(walls, editor)], [1, 0]);
    assert.deepEqual([await narrowed(piles, viewer), await narrowed(walls, viewer)], [0, 1]);
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
    for (const who of [editor, viewer])
      assert.deepEqual(await filed(who), ['Substructure', ['Substructure']]);
    // Without a draft the move is final, and stored with the standard.
    const read = await node.call(viewer, 'standards.get', { id: own, format: 'verbose' });
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
    assert.deepEqual(await placedIn(id), ['Piles']);
    assert.deepEqual(await names(id, viewer), ['Piles']);
  });

  it('S12, S21: the rules of trees hold in a draft; a freed name is free', async () => {
    const { id, piles, walls, doors } = await project('Quay');
    assert.equal(await codeOf(update(piles, { name: ' WALLS' })), 'NAME_TAKEN');
    assert.equal(await codeOf(update(walls, { parentId: piles })), 'VALIDATION_ERROR');
    assert.equal(await codeOf(update(piles, { parentId: doors })), 'VALIDATION_ERROR');
    assert.equal(await codeOf(merge(walls, doors)), 'VALIDATION_ERROR');
    assert.equal(await codeOf(merge(walls, walls)), 'VALIDATION_ERROR');
    const company = await desk.categoryId();
    assert.equal(await codeOf(merge(piles, company)), 'VALIDATION_ERROR');
    const { walls: foreign } = await project('Other quay');
    assert.equal(await codeOf(merge(piles, foreign)), 'VALIDATION_ERROR');
    assert.equal(await codeOf(remove(piles, { reassignTo: foreign })), 'VALIDATION_ERROR');
    assert.equal((await expectRejection(merge(piles, 999_999))).status, 404);
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
    assert.deepEqual(await placedIn(id), ['Doors']);
    assert.equal((await expectRejection(remove(walls))).status, 404);
    // Nobody without the draft sees any of it.
    assert.deepEqual(await names(id, viewer), ['Doors', 'Piles', 'Walls']);
  });

  it('X10: standards of the project in a section deleted without a target are uncategorised', async () => {
    const { id, piles } = await project('Weir');
    const own = await write(id, piles, 'Pile caps');
    await node.call(lead, 'standards.publish', { id: own });
    await remove(piles);
    assert.equal(await filedIn(own), null);
    assert.equal(await filedIn(own, viewer), 'Piles');
    await publish(id);
    assert.equal(await filedIn(own, viewer), null);
  });

  it('S21: adopting into a project needs no draft: it is shown to all at once, and joins the next revision', async () => {
    const { id } = await node.call(lead, 'projects.create', { name: 'Lock' });
    await publish(id);
    const about = { subject_type: 'company' } as const;
    const parent = await node.call(lead, 'categories.create', { name: 'Gates', ...about });
    const more = { parent_id: parent.id, description: 'Steel', sort_order: 4 };
    const source = await node.call(lead, 'categories.create', { name: 'Hinges', ...about, ...more });
    const adopt = (who = editor) =>
      node.call(who, 'categories.adopt', {
        sourceCategoryId: source.id,
        targetSubjectType: 'project',
        targetSubjectId: id,
      });
    const { created, ...adopted } = await adopt();
    assert.deepEqual(
      [created, adopted.name, adopted.description, adopted.sort_order, adopted.subject_id],
      [true, 'Hinges', 'Steel', 4, id],
    );
    assert.deepEqual(await names(id, viewer), ['Gates', 'Hinges']);
    const read = await node.call(viewer, 'categories.get', { id: adopted.id });
    assert.deepEqual(read, { ...adopted, standard_count: 0 });
    assert.deepEqual(await adopt(), { ...adopted, created: false });
    assert.equal(await codeOf(adopt(viewer)), 'PERMISSION_DENIED');
    assert.equal((await expectRejection(adopt(stranger))).status, 404);
    // A draft that is opened later has them; what it does to them is its own until publish.
    await openDraft(id);
    await update(adopted.id, { name: 'Bearings' });
    await place(id, adopted.id);
    assert.deepEqual(await names(id), ['Gates', 'Bearings']);
    assert.deepEqual(await names(id, viewer), ['Gates', 'Hinges']);
    await revert(id);
    assert.deepEqual(await names(id), ['Gates', 'Hinges']);
    await openDraft(id);
    await merge(adopted.id, adopted.parent_id ?? 0);
    await publish(id);
    for (const who of [lead, viewer]) assert.deepEqual(await names(id, who), ['Gates']);
  });

  it('S21: adopted while a draft is open, it is in the draft and outside, under one id, and survives a revert', async () => {
    const { id, piles } = await project('Pier');
    const adopt = async (name: string, who = editor) => {
      const about = { name, subject_type: 'user' } as const;
      const { categories } = await node.call(who, 'categories.list', { subject_type: 'user' });
      const known = categories.find((category) => category.name === name);
      const { id: sourceCategoryId } = known ?? (await node.call(who, 'categories.create', about));
      return node.call(who, 'categories.adopt', {
        sourceCategoryId,
        targetSubjectType: 'project',
        targetSubjectId: id,
      });
    };
    const ofDraft = await section(id, 'Fenders', { description: 'Of the draft' });
    const { version } = await node.call(lead, 'projects.publishReadiness', { id });
    const reused = await adopt('FENDERS');
    assert.deepEqual([reused.id, reused.created, reused.description], [ofDraft.id, false, 'Of the draft']);
    const shown = await node.call(viewer, 'categories.get', { id: ofDraft.id });
    assert.deepEqual([shown.name, shown.description], ['FENDERS', '']);
    // The draft has changed for whoever publishes it.
    const stale = node.call(lead, 'projects.publish', { id, baseVersion: version ?? '' });
    assert.equal(await codeOf(stale), 'EDIT_CONFLICT');
    // What the draft has renamed is another section there.
    await update(piles, { name: 'Foundations' });
    const inDraft = await adopt('Piles');
    assert.equal(inDraft.created, true);
    assert.equal((await node.call(viewer, 'categories.get', { id: piles })).name, 'Piles');
    assert.deepEqual(await names(id, viewer), ['Doors', 'FENDERS', 'Piles', 'Walls']);
    const ladders = await adopt('Ladders');
    await revert(id);
    for (const who of [lead, viewer])
      assert.deepEqual(await names(id, who), ['Doors', 'FENDERS', 'Ladders', 'Piles', 'Walls']);
    assert.equal((await node.call(viewer, 'categories.get', { id: ladders.id })).id, ladders.id);
    const keyWithoutDraft = withKey(editor, ['category:create', 'category:read']);
    assert.equal((await adopt('FENDERS', keyWithoutDraft)).id, ofDraft.id);
  });

  it('G16, S21: an archived project is refused before a missing draft, both before the rules', async () => {
    const { id, piles, walls } = await project('Ruin');
    const company = await desk.categoryId();
    const changes = [
      () => update(piles, { parentId: company }),
      () => merge(piles, company),
      () => remove(piles, { reassignTo: company }),
      () => section(id, 'Late', { parent_id: company }),
    ];
    await publish(id);
    for (const change of changes) assert.equal(await codeOf(change()), 'NO_OPEN_DRAFT');
    // What is named and cannot be read is told first; a missing right before all.
    assert.equal((await expectRejection(merge(piles, 999_999))).status, 404);
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

  it('G13: the id of the section that has a name is told to those who may read it', async () => {
    const { piles, walls } = await project('Taken');
    const rename = (who: typeof lead) => expectRejection(update(piles, { name: 'Walls' }, who));
    assert.deepEqual((await rename(editor)).extras.metadata, { existingId: walls });
    const blind = withKey(editor, ['category:update', 'project:draft:view']);
    assert.deepEqual((await rename(blind)).extras.metadata, {});
  });

  it('two at once: of two merges in a circle one happens; an update that changes nothing is no change of the draft', async () => {
    const { id, piles, walls, doors } = await project('Busy');
    await merge(doors, piles);
    const outcomes = await Promise.allSettled([merge(piles, walls), merge(walls, piles)]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await list(id)).length, 1);
    const { version } = await node.call(lead, 'projects.publishReadiness', { id });
    const [left] = await list(id);
    await update(left?.id ?? 0, {});
    await update(left?.id ?? 0, { name: left?.name });
    assert.equal((await node.call(lead, 'projects.publishReadiness', { id })).version, version);
  });
});
