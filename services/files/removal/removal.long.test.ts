/** Tests of deleting and detaching files, alone and concurrently. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { colleague, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { describeOnEachStore, useFilesWorld } from '../../../test/world/files-world.ts';
import { Orphans } from '../orphans/repository.ts';
import { SweepPauses } from '../orphans/sweep-pause.ts';
import { OrphanSweeper } from '../orphans/sweeper.ts';
import { Files } from '../repository.ts';

describeOnEachStore('removing files', (env) => {
  const node = useFilesWorld(env);

  const deleteFile = (as: typeof lead, projectId: number, fileId: number) =>
    node.call(as, 'files.delete', { projectId, fileId });
  const detach = (as: typeof lead, projectId: number, revisionId: number, fileId: number) =>
    node.call(as, 'files.detach', { projectId, revisionId, fileId });
  const refusal = async (call: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(call);
    return [status, code, extras.metadata?.permission ?? null];
  };
  const countKeys = async (): Promise<number> => {
    let count = 0;
    for await (const _key of (await node.store()).keys()) count += 1;
    return count;
  };
  const sweep = async () => {
    const connection = await node.node.openDatabase('files');
    const files = new Files(connection, new IdCounters(connection));
    const sweeper = new OrphanSweeper({
      node: node.node,
      files,
      orphans: new Orphans(connection),
      pauses: new SweepPauses(connection),
      store: await node.store(),
    });
    return sweeper.sweep(0);
  };

  it('a file that only the draft has is deleted outright; the sweep removes its bytes (F4)', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(editor, id, 'gone.pdf');
    await node.uploadFile(editor, id, 'kept.pdf');
    await sweep();
    const stored = await countKeys();
    assert.deepEqual(await deleteFile(lead, id, fileId), { id: fileId, deleted: true });
    assert.deepEqual(await node.names(lead, id), ['kept.pdf']);
    await expectRejection(node.bytesOf(lead, id, fileId), 404);
    await expectRejection(deleteFile(lead, id, fileId), 404);
    assert.equal(await sweep(), 1);
    assert.equal(await countKeys(), stored - 1);
  });

  it('a published file leaves lists and later drafts, needs no draft, and stays readable through its revision (F4, F6)', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(editor, id, 'issued.pdf');
    await node.moveTo(id, fileId, 'approved');
    const first = await node.publish(id);
    assert.deepEqual(await deleteFile(lead, id, fileId), { id: fileId, deleted: true });
    for (const as of [lead, viewer]) {
      assert.deepEqual(await node.names(as, id), []);
      assert.deepEqual(await node.names(as, id, { revisionId: first }), ['issued.pdf']);
      assert.equal(await node.bytesOf(as, id, fileId), '%PDF-1.7 issued.pdf');
    }
    await node.openDraft(id);
    assert.deepEqual(await node.names(lead, id), []);
    const second = await node.publish(id);
    assert.deepEqual(await node.names(lead, id, { revisionId: second }), []);
    assert.deepEqual(await node.names(viewer, id, { revisionId: first }), ['issued.pdf']);
    assert.equal(await node.bytesOf(viewer, id, fileId), '%PDF-1.7 issued.pdf');
    assert.equal(await sweep(), 0);
    await expectRejection(deleteFile(lead, id, fileId), 404);
  });

  it('a file deleted in a draft that is discarded does not return with the next one (F4)', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(editor, id);
    await node.publish(id);
    await node.openDraft(id);
    await deleteFile(lead, id, fileId);
    assert.deepEqual(await node.names(lead, id), []);
    await node.call(lead, 'projects.revert', { id });
    assert.deepEqual(await node.names(lead, id), []);
    await node.openDraft(id);
    assert.deepEqual(await node.names(lead, id), []);
    const manifest = await node.call(lead, 'projects.manifest', { project_id: id });
    assert.deepEqual(manifest.files, []);
  });

  it('a file detached in the draft before is deleted with the published one (F4)', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(editor, id);
    await node.publish(id);
    const draftId = await node.openDraft(id);
    await detach(editor, id, draftId, fileId);
    await deleteFile(lead, id, fileId);
    await node.call(lead, 'projects.revert', { id });
    await node.openDraft(id);
    assert.deepEqual(await node.names(lead, id), []);
  });

  it('detach leaves published revisions the file, and deletes outright what no other revision has (F6)', async () => {
    const { id, draftId } = await node.createProject();
    const fileId = await node.uploadFile(editor, id, 'both.pdf');
    const published = await node.publish(id);
    assert.equal(published, draftId);
    const next = await node.openDraft(id);
    const fresh = await node.uploadFile(editor, id, 'fresh.pdf');
    assert.equal((await detach(editor, id, next, fileId)).deletedFile, false);
    assert.equal((await detach(editor, id, next, fresh)).deletedFile, true);
    assert.deepEqual(await node.names(lead, id), []);
    assert.deepEqual(await node.names(lead, id, { revisionId: published }), ['both.pdf']);
    assert.equal(await node.bytesOf(lead, id, fileId), '%PDF-1.7 both.pdf');
    await expectRejection(node.bytesOf(lead, id, fresh), 404);
    assert.deepEqual(await refusal(detach(editor, id, next, fileId)), [404, 'NOT_FOUND', null]);
    assert.deepEqual(await refusal(detach(editor, id, published, fileId)), [409, 'REVISION_PUBLISHED', null]);
    assert.deepEqual(await refusal(detach(editor, id, 999_999, fileId)), [404, 'NOT_FOUND', null]);
    const later = await node.publish(id);
    assert.deepEqual(await node.names(lead, id, { revisionId: later }), []);
    assert.deepEqual(await refusal(detach(editor, id, later, fileId)), [409, 'NO_OPEN_DRAFT', null]);
  });

  it('outside the tier 404, another’s file 403 without edit, an obsolete one 403 without admin (F3, F6)', async () => {
    const { id, draftId } = await node.createProject();
    const drafted = await node.uploadFile(editor, id);
    const approved = await node.uploadFile(editor, id);
    await node.moveTo(id, approved, 'approved');
    const obsolete = await node.uploadFile(lead, id);
    await node.moveTo(id, obsolete, 'obsolete');
    const updater = withKey(lead, ['project:update']);
    const administrator = withKey(lead, ['project:update', 'project:admin']);
    const updateEditor = withKey(lead, ['project:update', 'project:upload:edit']);
    assert.deepEqual(await refusal(deleteFile(stranger, id, approved)), [404, 'NOT_FOUND', null]);
    assert.deepEqual(await refusal(deleteFile(editor, id, drafted)), [
      403,
      'PERMISSION_DENIED',
      'project:update',
    ]);
    assert.deepEqual(await refusal(deleteFile(updater, id, drafted)), [404, 'NOT_FOUND', null]);
    assert.deepEqual(await refusal(deleteFile(updater, id, approved)), [
      403,
      'PERMISSION_DENIED',
      'project:upload:edit',
    ]);
    assert.deepEqual(await refusal(deleteFile(updateEditor, id, obsolete)), [
      403,
      'PERMISSION_DENIED',
      'project:upload:admin',
    ]);
    assert.deepEqual(await refusal(detach(colleague, id, draftId, approved)), [
      403,
      'PERMISSION_DENIED',
      'project:upload:edit',
    ]);
    assert.equal((await deleteFile(updateEditor, id, drafted)).deleted, true);
    assert.equal((await deleteFile(administrator, id, obsolete)).deleted, true);
    assert.equal((await detach(editor, id, draftId, approved)).deletedFile, true);
    assert.deepEqual(await node.names(lead, id), []);
  });

  it('a deleted file is changed only by admin (F3)', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(editor, id);
    const first = await node.publish(id);
    await deleteFile(lead, id, fileId);
    const describe_ = (as: typeof lead) =>
      node.call(as, 'files.metadata', { projectId: id, fileId, description: 'kept for the record' });
    assert.deepEqual(await refusal(describe_(editor)), [403, 'PERMISSION_DENIED', 'project:upload:admin']);
    assert.equal((await describe_(lead)).description, 'kept for the record');
    assert.deepEqual(await node.names(editor, id, { revisionId: first }), ['a.pdf']);
  });
});

describe('removing files concurrently', () => {
  const node = useFilesWorld();

  it('of ten deletions of one file exactly one succeeds, the others are 404 (F4)', async () => {
    for (const publishFirst of [false, true]) {
      const { id: projectId } = await node.createProject();
      const fileId = await node.uploadFile(lead, projectId);
      if (publishFirst) await node.publish(projectId);
      await expectOneSuccess(
        Array.from({ length: 10 }, () => node.call(lead, 'files.delete', { projectId, fileId })),
        404,
      );
      const connection = await node.node.openDatabase('files');
      assert.equal(await connection.collection('pending_draft_moves').countDocuments(), 0);
    }
  });

  it('a deletion that races with publishing removes the file from lists, and a revision that has it can read it (F4)', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id: projectId } = await node.createProject();
      const fileId = await node.uploadFile(lead, projectId);
      const [, published] = await Promise.all([
        node.call(lead, 'files.delete', { projectId, fileId }),
        node.publish(projectId),
      ]);
      assert.deepEqual(await node.names(lead, projectId), []);
      const kept = await node.names(lead, projectId, { revisionId: published });
      const { files } = await node.call(lead, 'projects.manifest', { project_id: projectId });
      assert.equal(kept.length, files.length, 'no manifest names a file without a record');
      if (kept.length > 0) assert.equal(await node.bytesOf(lead, projectId, fileId), '%PDF-1.7 a.pdf');
      await node.openDraft(projectId);
      assert.deepEqual(await node.names(lead, projectId), []);
    }
  });

  it('a deletion that races with the opening of a draft leaves no draft with the file (F4)', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id: projectId } = await node.createProject();
      const fileId = await node.uploadFile(lead, projectId);
      await node.publish(projectId);
      await Promise.all([node.call(lead, 'files.delete', { projectId, fileId }), node.openDraft(projectId)]);
      const { files } = await node.call(lead, 'projects.manifest', { project_id: projectId });
      assert.deepEqual(files, []);
    }
  });
});
