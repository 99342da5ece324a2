/** Tests of how writes of files and folders appear in the list of the changes of their project. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { inTransaction } from '../../shared/kernel/database/mongo.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { eventually } from '../../test/eventually.ts';
import { editor, lead, viewer } from '../../test/people.ts';
import { useFilesWorld } from '../../test/world/files-world.ts';

describe('files and folders among the changes of their project', () => {
  const node = useFilesWorld();

  /** Waits until projects has every change. */
  async function delivered(): Promise<void> {
    const connection = await node.node.openDatabase('files');
    for (const name of ['project_changes', 'jobs'])
      await eventually(async () => assert.equal(await connection.collection(name).countDocuments(), 0, name));
  }
  const changesOf = async (id: number, as = lead) => {
    await delivered();
    return (await node.call(as, 'projects.changes', { id })).changes;
  };
  const kindsOf = async (id: number, as = lead) =>
    (await changesOf(id, as)).map(({ kind, subject }) => [kind, subject?.id]);
  const folderChange = (project_id: number) => ({
    project_id,
    kind: 'folder_created' as const,
    by: { userId: lead.user.id, displayName: lead.user.name },
    subject: { type: 'folder' as const, id: 7 },
  });

  it('each write is one change, in their order and without gaps, and none without effect', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(lead, projectId);
    const { id: a } = await node.call(editor, 'files.folders.create', { projectId, name: 'A' });
    const { id: b } = await node.call(editor, 'files.folders.create', { projectId, name: 'B' });
    await node.call(editor, 'files.folders.update', { projectId, folderId: a, name: 'C' });
    await node.call(editor, 'files.folders.update', { projectId, folderId: a, name: 'C' });
    const folders = [{ id: b, sort_order: 1 }];
    await node.call(editor, 'files.folders.reorder', { projectId, folders });
    await node.call(editor, 'files.folders.reorder', { projectId, folders });
    await node.call(lead, 'files.metadata', { projectId, fileId, description: 'Plan' });
    await node.call(lead, 'files.metadata', { projectId, fileId, description: 'Plan' });
    await node.call(lead, 'files.move', { projectId, fileId, folder_id: a });
    await node.call(lead, 'files.status', { projectId, fileId, status: 'review' });
    await node.call(editor, 'files.folders.delete', { projectId, folderId: a });
    const changes = await changesOf(projectId);
    assert.deepEqual(
      changes.map(({ sequence, kind, subject, by }) => [sequence, kind, subject, by.userId]),
      [
        [1, 'created', null, lead.user.id],
        [2, 'draft_changed', null, lead.user.id],
        [3, 'folder_created', { type: 'folder', id: a }, editor.user.id],
        [4, 'folder_created', { type: 'folder', id: b }, editor.user.id],
        [5, 'folder_changed', { type: 'folder', id: a }, editor.user.id],
        [6, 'folders_reordered', null, editor.user.id],
        [7, 'file_changed', { type: 'file', id: fileId }, lead.user.id],
        [8, 'file_changed', { type: 'file', id: fileId }, lead.user.id],
        [9, 'file_changed', { type: 'file', id: fileId }, lead.user.id],
        [10, 'folder_deleted', { type: 'folder', id: a }, editor.user.id],
      ],
    );
  });

  it('a file is shown to those who may read it, by its revision and then by its status (F3, F6)', async () => {
    const { id: projectId } = await node.createProject();
    const [plan, note] = [
      await node.uploadFile(lead, projectId),
      await node.uploadFile(lead, projectId, 'b.pdf'),
    ];
    await node.moveTo(projectId, plan, 'approved');
    await node.call(lead, 'files.metadata', { projectId, fileId: note, description: 'Not yet' });
    assert.deepEqual(await kindsOf(projectId, viewer), [['created', undefined]]);
    await node.publish(projectId);
    // To approve it is what makes the file visible; what was changed before stays hidden.
    assert.deepEqual(await kindsOf(projectId, viewer), [
      ['created', undefined],
      ['file_changed', plan],
      ['published', undefined],
    ]);
  });

  it('what happened to a file that only the draft had is not shown to readers once the draft is published (F4)', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(lead, projectId);
    await node.moveTo(projectId, fileId, 'approved');
    await node.call(lead, 'files.metadata', { projectId, fileId, description: 'Withdrawn' });
    await node.call(lead, 'files.delete', { projectId, fileId });
    await node.publish(projectId);
    assert.deepEqual(await kindsOf(projectId, viewer), [
      ['created', undefined],
      ['published', undefined],
    ]);
  });

  it('the deletion of a published file is listed once, with and without an open draft (F4)', async () => {
    const { id: projectId } = await node.createProject();
    const [first, second] = [
      await node.uploadFile(lead, projectId),
      await node.uploadFile(lead, projectId, 'b.pdf'),
    ];
    await node.moveTo(projectId, first, 'approved');
    await node.publish(projectId);
    const remove = (fileId: number) => node.call(lead, 'files.delete', { projectId, fileId });
    await Promise.allSettled([remove(first), remove(first)]);
    await node.openDraft(projectId);
    await remove(second);
    const deletions = async (as = lead) =>
      (await kindsOf(projectId, as)).filter(([kind]) => kind === 'file_deleted');
    assert.deepEqual(await deletions(), [
      ['file_deleted', first],
      ['file_deleted', second],
    ]);
    assert.deepEqual(await deletions(viewer), [['file_deleted', first]]);
  });

  it('architecture §5: one is neither lost in a crash after its commit, nor had twice by a repeated delivery', async () => {
    const { id } = await node.createProject();
    const connection = await node.node.openDatabase('files');
    // As a process leaves it that dies after the commit: its own queue never runs.
    const dead = new ProjectChangeQueue({
      connection,
      jobs: new JobQueue(connection),
      node: node.node,
      service: 'files',
    });
    await inTransaction(connection, (session) => dead.add(session, folderChange(id)));
    // And one that projects had already, killed before the queue was told.
    await inTransaction(connection, async (session) => {
      await dead.add(session, folderChange(id));
      const [queued] = await connection
        .collection('project_changes')
        .find({}, { session })
        .sort({ at: -1 })
        .toArray();
      const event = { event_id: String(queued?._id), at: new Date().toISOString(), ...folderChange(id) };
      await node.call(lead, 'projects.recordChange', event);
      await node.call(lead, 'projects.recordChange', event);
    });
    await assert.rejects(
      inTransaction(connection, async (session) => {
        await dead.add(session, folderChange(id));
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    assert.deepEqual(
      (await changesOf(id)).map(({ sequence, kind }) => [sequence, kind]),
      [
        [1, 'created'],
        [2, 'folder_created'],
        [3, 'folder_created'],
      ],
    );
  });

  it('two deliveries of one change at the same time count once', async () => {
    const { id } = await node.createProject();
    const event = { event_id: randomUUID(), at: new Date().toISOString(), ...folderChange(id) };
    await Promise.allSettled(
      Array.from({ length: 5 }, () => node.call(lead, 'projects.recordChange', event)),
    );
    await node.call(lead, 'projects.recordChange', event);
    assert.deepEqual(await kindsOf(id), [
      ['created', undefined],
      ['folder_created', 7],
    ]);
  });
});
