/** Tests of `categories.adopt`: copying a category with its parent into another scope or a project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, OTHER_FIRM, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { sectionsWorld } from './sections-world.fixture.ts';

describe('adopting a category', () => {
  const node = useNode(['identity', 'standards', 'projects', 'datasheets', 'audit']);
  const { section, names, publish, openDraft, revert, update, merge, codeOf, project, place } =
    sectionsWorld(node);

  const create = (name: string, more: object = {}, who = lead) =>
    node.call(who, 'categories.create', { name, subject_type: 'company', ...more });
  const read = (id: number) => node.call(lead, 'categories.get', { id });
  const refusal = async (work: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(work);
    return [status, code, extras.errors?.[0]?.path];
  };
  const nowhere = () => expectRejection(read(999_999));

  it('adopting copies a category with its parent, and finds them by name the next time (S21)', async () => {
    const parent = await create('Site works', { description: 'Ours', sort_order: 2 });
    const source = await create('Paving', { parent_id: parent.id, description: 'Stone', sort_order: 5 });
    const adopt = (sourceCategoryId: number, more: object = {}) =>
      node.call(lead, 'categories.adopt', { sourceCategoryId, targetSubjectType: 'user', ...more });
    const { created, ...first } = await adopt(source.id);
    assert.deepEqual(
      [created, { ...first, id: 0, parent_id: 0 }],
      [true, { ...source, id: 0, parent_id: 0, subject_type: 'user', subject_id: lead.user.id }],
    );
    const copied = await read(first.parent_id ?? 0);
    assert.deepEqual([copied.name, copied.description, copied.sort_order], ['Site works', 'Ours', 2]);
    await update(source.id, { name: 'PAVING', description: 'Changed', sortOrder: 9 });
    assert.deepEqual(await adopt(source.id, { target_subject_id: lead.user.id }), {
      ...first,
      created: false,
    });
    // A child of the same name elsewhere is another one.
    const elsewhere = await create('Paving', { subject_type: 'user' });
    assert.equal((await adopt(source.id)).id, first.id);
    assert.equal((await adopt((await create('paving')).id)).id, elsewhere.id);
    assert.deepEqual([(await adopt(parent.id)).id, (await adopt(parent.id)).created], [copied.id, false]);
  });

  it('adopting into the same scope or another’s is 400, from what is not readable 404, without a right 403 (S21)', async () => {
    const source = await create('Fences');
    const { id: theirs } = await create('Their fences', {}, stranger);
    const adopt = (more: object, who = lead) =>
      node.call(
        who,
        'categories.adopt',
        Object.assign({ sourceCategoryId: source.id, targetSubjectType: 'user' as const }, more),
      );
    assert.deepEqual(await refusal(adopt({ targetSubjectType: 'company' })), [
      400,
      'VALIDATION_ERROR',
      'targetSubjectType',
    ]);
    for (const sent of [
      { targetSubjectType: 'company', targetSubjectId: OTHER_FIRM.id },
      { targetSubjectType: 'project', targetSubjectId: 999_999 },
    ])
      assert.deepEqual(await refusal(adopt(sent)), [400, 'SUBJECT_NOT_ALLOWED', 'targetSubjectId']);
    assert.deepEqual(await refusal(adopt({ targetSubjectType: 'project' })), [
      400,
      'VALIDATION_ERROR',
      'targetSubjectId',
    ]);
    await expectRejection(adopt({ targetSubjectType: 'global' }), 400);
    assert.deepEqual(await expectRejection(adopt({ sourceCategoryId: theirs })), await nowhere());
    const own = await create('Viewed', { subject_type: 'user' }, viewer);
    const asViewer = adopt({ sourceCategoryId: own.id, targetSubjectType: 'company' }, viewer);
    await expectRejection(asViewer, 'PERMISSION_DENIED');
  });

  it('adopting into a project needs no draft: all see it immediately, and it joins the next revision (S21)', async () => {
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
    await expectRejection(adopt(stranger), 404);
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

  it('adopted while a draft is open, it is in the draft and outside, under one id, and survives a revert (S21)', async () => {
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
});
