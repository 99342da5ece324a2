/**
 * Tests of the endpoints of folders: creation, order, moves, deletion, uploads into them, who may use them, and races.
 */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, startTestNode } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';

describe('folders of a project', () => {
  const node = useFilesWorld();
  let projectId = 0;
  beforeEach(async () => {
    projectId = (await node.createProject()).id;
  });

  const create = async (name: string, parent_id: number | null = null, sort_order = 0) =>
    (await node.call(editor, 'files.folders.create', { projectId, name, parent_id, sort_order })).id;
  const update = (folderId: number, change: object) =>
    node.callUntyped(editor, 'files.folders.update', { projectId, folderId, ...change });
  const remove = (folderId: number) => node.call(editor, 'files.folders.delete', { projectId, folderId });
  const list = async () => (await node.call(viewer, 'files.folders.list', { projectId })).folders;
  const refusal = async (call: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(call);
    return [status, code, extras.errors?.[0]?.path ?? null];
  };

  it('a folder has name, parent and order; the list is in that order (F1, R-087)', async () => {
    const plans = await create('Plans', null, 2);
    const photos = await create('Photos', null, 1);
    const south = await create(' South ', plans);
    assert.deepEqual(await list(), [
      { id: south, name: 'South', parent_id: plans, sort_order: 0 },
      { id: photos, name: 'Photos', parent_id: null, sort_order: 1 },
      { id: plans, name: 'Plans', parent_id: null, sort_order: 2 },
    ]);
    await update(plans, { name: 'Drawings', sort_order: 0 });
    await update(south, { parent_id: null });
    assert.deepEqual(
      (await list()).map(({ name, parent_id }) => [name, parent_id]),
      [
        ['Drawings', null],
        ['South', null],
        ['Photos', null],
      ],
    );
    await update(south, {});
    assert.equal((await list()).length, 3);
  });

  it('a taken sibling name is 409 with its id, without regard to letter case (F1, G13)', async () => {
    const plans = await create('Plans');
    const photos = await create('Photos');
    const taken = await expectRejection(create('PLANS'));
    assert.deepEqual([taken.code, taken.extras.metadata], ['NAME_TAKEN', { existingId: plans }]);
    assert.deepEqual(await refusal(update(photos, { name: 'plans' })), [409, 'NAME_TAKEN', null]);
    await update(plans, { name: 'PLANS' });
    await create('Plans', photos);
  });

  it('cycles, unknown parents and an eleventh level are 400 (F1)', async () => {
    const path: number[] = [];
    for (let level = 1; level <= 10; level += 1)
      path.push(await create(`Level ${level}`, path.at(-1) ?? null));
    const [top = 0, second = 0] = path;
    const other = await create('Other');
    const foreign = await node.createProject('Elsewhere');
    const theirs = await node.call(lead, 'files.folders.create', { projectId: foreign.id, name: 'Theirs' });
    const refused = [
      create('Level 11', path.at(-1)),
      update(top, { parent_id: top }),
      update(top, { parent_id: path.at(-1) }),
      update(top, { parent_id: other }),
      update(top, { parent_id: 999_999 }),
      create('x', theirs.id),
    ];
    for (const call of refused) assert.deepEqual(await refusal(call), [400, 'VALIDATION_ERROR', 'parent_id']);
    await update(second, { parent_id: other });
    assert.deepEqual(await refusal(update(theirs.id, { name: 'x' })), [404, 'NOT_FOUND', null]);
    assert.deepEqual(await refusal(remove(theirs.id)), [404, 'NOT_FOUND', null]);
  });

  it('a deletion moves files to the root and sub-folders up, under " (2)" where the name is taken (F6)', async () => {
    const plans = await create('Plans');
    const photos = await create('Photos', plans);
    await create('Photos');
    const inner = await create('Inner', photos);
    const fileId = await node.uploadFile(editor, projectId, 'a.pdf', { folder_id: plans });
    await node.uploadFile(editor, projectId, 'b.pdf', { folder_id: inner });
    assert.deepEqual(await remove(plans), { id: plans, deleted: true, movedFiles: 1, movedFolders: 1 });
    const left = (await list()).map(({ name, parent_id }) => [name, parent_id]);
    assert.deepEqual(left, [
      ['Inner', photos],
      ['Photos', null],
      ['Photos (2)', null],
    ]);
    assert.deepEqual(await node.names(lead, projectId, { folderId: 'null' }), ['a.pdf']);
    assert.deepEqual(await node.names(lead, projectId, { folderId: `${inner}` }), ['b.pdf']);
    assert.deepEqual(await node.names(lead, projectId, { folderId: `${plans}` }), []);
    assert.deepEqual(await refusal(remove(plans)), [404, 'NOT_FOUND', null]);
    await node.call(editor, 'files.move', { projectId, fileId, folder_id: photos });
  });

  it('a sub-folder may have the name of the deleted folder (F1)', async () => {
    const plans = await create('Plans');
    await create('plans', plans);
    await remove(plans);
    assert.deepEqual(
      (await list()).map(({ name }) => name),
      ['plans'],
    );
  });

  it('an upload goes into a folder of its project; any other one is 400 (F1)', async () => {
    const plans = await create('Plans');
    await node.uploadFile(editor, projectId, 'a.pdf', { folder_id: plans });
    assert.deepEqual(await node.names(lead, projectId, { folderId: `${plans}` }), ['a.pdf']);
    const { id: elsewhere } = await node.createProject('Elsewhere');
    assert.deepEqual(await refusal(node.uploadFile(editor, elsewhere, 'a.pdf', { folder_id: plans })), [
      400,
      'VALIDATION_ERROR',
      'folder_id',
    ]);
  });

  it('reorder takes some of the folders, all of them or none (document 3)', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')];
    const reorder = (folders: { id: number; sort_order: number }[]) =>
      node.call(editor, 'files.folders.reorder', { projectId, folders });
    const names = async () => (await list()).map(({ name }) => name);
    const ordered = await reorder([
      { id: c, sort_order: -1 },
      { id: a, sort_order: 1 },
    ]);
    assert.deepEqual(
      ordered.folders.map(({ name }) => name),
      ['C', 'B', 'A'],
    );
    assert.deepEqual(await names(), ['C', 'B', 'A']);
    assert.deepEqual(await refusal(reorder([])), [400, 'VALIDATION_ERROR', 'folders']);
    const unknown = [
      { id: b, sort_order: 9 },
      { id: 999_999, sort_order: 1 },
    ];
    assert.deepEqual(await refusal(reorder(unknown)), [400, 'VALIDATION_ERROR', 'folders[1].id']);
    const twice = [
      { id: b, sort_order: 9 },
      { id: b, sort_order: 8 },
    ];
    assert.deepEqual(await refusal(reorder(twice)), [400, 'VALIDATION_ERROR', 'folders[1].id']);
    assert.deepEqual(await names(), ['C', 'B', 'A']);
  });

  it('everybody in the project sees folders, editors change them, strangers know of none (A18)', async () => {
    const plans = await create('Plans');
    const change = (as: typeof lead) =>
      node.call(as, 'files.folders.update', { projectId, folderId: plans, name: 'x' });
    await expectRejection(change(viewer), 403);
    await expectRejection(change(stranger), 404);
    await expectRejection(node.call(stranger, 'files.folders.list', { projectId }), 404);
  });

  it('of twenty folders of one name created concurrently one remains (F1)', async () => {
    await expectOneSuccess(
      Array.from({ length: 20 }, () => create('Same')),
      'NAME_TAKEN',
    );
    assert.equal((await list()).length, 1);
  });

  it('concurrent moves into each other through two nodes leave no cycle, renames no two of one name (F1)', async () => {
    const { databasePrefix } = node.node.config;
    const second = await startTestNode(['files', 'projects'], { DATABASE_PREFIX: databasePrefix });
    try {
      for (let round = 0; round < 5; round += 1) {
        projectId = (await node.createProject(`Race ${round}`)).id;
        const add = async (where: Pick<typeof node, 'call'>, name: string) =>
          (await where.call(editor, 'files.folders.create', { projectId, name })).id;
        const through = (where: Pick<typeof node, 'call'>, folderId: number, change: object) =>
          where.call(editor, 'files.folders.update', { projectId, folderId, ...change });
        const [a, b] = await Promise.all([add(node, 'A'), add(second, 'B')]);
        await expectOneSuccess([through(node, a, { parent_id: b }), through(second, b, { parent_id: a })]);
        const [c, d] = await Promise.all([add(node, 'C'), add(second, 'D')]);
        await expectOneSuccess([through(node, c, { name: 'E' }), through(second, d, { name: 'e' })]);
        const parents = new Map((await list()).map(({ id, parent_id }) => [id, parent_id]));
        assert.equal(parents.size, 4);
        assert.equal([...parents.values()].filter((parent) => parent !== null).length, 1);
      }
    } finally {
      await second.stop();
    }
  });

  it('a file moved into a folder that is deleted concurrently is in the root, or the move was refused (F1)', async () => {
    const fileId = await node.uploadFile(editor, projectId);
    for (let round = 0; round < 5; round += 1) {
      const folder = await create(`Short-lived ${round}`);
      await Promise.allSettled([
        node.call(editor, 'files.move', { projectId, fileId, folder_id: folder }),
        remove(folder),
      ]);
      assert.deepEqual(await node.names(lead, projectId, { folderId: 'null' }), ['a.pdf']);
    }
  });
});
