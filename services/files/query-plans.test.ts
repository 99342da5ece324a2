import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { editor, lead } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { useFilesWorld } from '../../test/world/files-world.ts';

const node = useFilesWorld();

it('no endpoint of files reads a collection from end to end', async () => {
  const { id: projectId } = await node.createProject();
  const connection = await node.node.openDatabase('files');
  const scans = await collectionScans(connection, async () => {
    const folder = await node.call(editor, 'files.folders.create', { projectId, name: 'Plans' });
    const about = { projectId, folderId: folder.id };
    const { files } = await node.upload(
      editor,
      projectId,
      [await node.storePart('a.pdf'), await node.storePart('b.pdf')],
      { folder_id: folder.id },
    );
    const [fileId = 0, second = 0] = files.map(({ id }) => id);
    await node.call(editor, 'files.list', { projectId, tag: 'x', search: 'a' });
    await node.call(editor, 'files.list', { projectId, folderId: `${folder.id}` });
    await node.call(editor, 'files.list', { projectId, per_page: 1 });
    await node.call(editor, 'files.download', { projectId, fileId });
    await node.call(editor, 'files.preview', { projectId, fileId });
    await node.call(editor, 'files.metadata', { projectId, fileId, description: 'x' });
    await node.call(editor, 'files.status', { projectId, fileId, status: 'review' });
    await node.call(editor, 'files.move', { projectId, fileId, folder_id: null });
    await node.call(editor, 'files.folders.update', { ...about, name: 'Drawings' });
    await node.call(editor, 'files.folders.reorder', {
      projectId,
      folders: [{ id: folder.id, sort_order: 1 }],
    });
    await node.call(editor, 'files.folders.list', { projectId });
    await node.call(editor, 'files.folders.delete', about);
    await node.call(lead, 'files.delete', { projectId, fileId });
    await node.publish(projectId);
    await node.call(lead, 'files.delete', { projectId, fileId: second });
    await node.call(editor, 'files.list', { projectId, per_page: 1 });
  });
  assert.deepEqual(scans, []);
});
