/** Tests of what deleting a file changes in the draft and in later drafts of its project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { EMPTY_MANIFEST } from '../revisions/manifest.ts';
import { addDeletedFiles, withoutDeletedFiles } from '../revisions/unpublished-changes.ts';

describe('projects: deleting files', () => {
  const site = ProjectsWorld.use();

  const file = (file_id: number) => ({ file_id, name: `${file_id}.pdf`, sha256: 'x' });
  const attach = (project_id: number, ...ids: number[]) =>
    site.node.call(lead, 'projects.moveDraftPointers', { project_id, attachFiles: ids.map(file) });
  const deleteFiles = (project_id: number, ...ids: number[]) =>
    site.node.call(lead, 'projects.moveDraftPointers', { project_id, deleteFiles: ids });
  const filesOf = async (project_id: number, more: { revision_id?: number } = {}) =>
    (await site.node.call(lead, 'projects.manifest', { project_id, ...more })).files.map(
      ({ file_id }) => file_id,
    );

  it('a deleted file stays in its published revision and in no draft after it (F4)', async () => {
    const id = await site.createProject('Deletion');
    await attach(id, 1, 2, 3);
    const { revision } = await site.node.call(lead, 'projects.publish', { id });
    assert.deepEqual(await deleteFiles(id, 1), { draft_revision_id: null, version: null });
    await site.node.call(lead, 'projects.draft.create', { id });
    assert.deepEqual(await filesOf(id), [2, 3]);
    await deleteFiles(id, 2);
    assert.deepEqual(await filesOf(id), [3]);
    await site.node.call(lead, 'projects.revert', { id });
    await site.node.call(lead, 'projects.draft.create', { id });
    assert.deepEqual(await filesOf(id), [3]);
    await site.node.call(lead, 'projects.publish', { id });
    assert.deepEqual(await filesOf(id), [3]);
    assert.deepEqual(await filesOf(id, { revision_id: revision.id }), [1, 2, 3]);
    const { db } = await site.node.node.openDatabase('projects');
    assert.deepEqual(
      (await db?.collection<{ _id: number; deleted_files?: number[] }>('projects').findOne({ _id: id }))
        ?.deleted_files,
      [],
    );
  });

  it('it takes project:update, and the project (F6)', async () => {
    const id = await site.createProject('Permissions');
    await attach(id, 4);
    const ask = (as: typeof lead) =>
      site.node.call(as, 'projects.moveDraftPointers', { project_id: id, deleteFiles: [4] });
    const refused = await expectRejection(ask(editor));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'project:update']);
    await expectRejection(ask(stranger), 404);
    await ask(withKey(lead, ['project:update']));
    assert.deepEqual(await filesOf(id), []);
  });

  it('a change meant for a draft that is no longer open is NO_OPEN_DRAFT (F4)', async () => {
    const id = await site.createProject('Expected draft');
    await attach(id, 5);
    const { revision } = await site.node.call(lead, 'projects.publish', { id });
    await site.node.call(lead, 'projects.draft.create', { id });
    const detach = site.node.call(lead, 'projects.moveDraftPointers', {
      project_id: id,
      draft_revision_id: revision.id,
      detachFiles: [5],
    });
    await expectRejection(detach, 'NO_OPEN_DRAFT');
    assert.deepEqual(await filesOf(id), [5]);
  });

  it('only files of the published revision are remembered, each once (F4)', () => {
    const published = { ...EMPTY_MANIFEST, files: [file(1), file(2)] };
    assert.deepEqual(addDeletedFiles({}, [1, 9], published), [1]);
    assert.deepEqual(addDeletedFiles({ deleted_files: [1] }, [1, 2], published), [1, 2]);
    assert.equal(withoutDeletedFiles(published, {}), published);
    assert.deepEqual(withoutDeletedFiles(published, { deleted_files: [1] }).files, [file(2)]);
  });
});
