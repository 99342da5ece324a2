import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { editor } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { useFilesWorld } from './files-world.fixture.ts';

const node = useFilesWorld();

it('no endpoint of files reads a collection from end to end', async () => {
  const { id: projectId } = await node.createProject();
  const connection = await node.node.openDatabase('files');
  const scans = await collectionScans(connection, async () => {
    const { files } = await node.upload(editor, projectId, [
      await node.storePart('a.pdf'),
      await node.storePart('b.pdf'),
    ]);
    await node.call(editor, 'files.list', { projectId, tag: 'x', search: 'a' });
    await node.call(editor, 'files.download', { projectId, fileId: files[0]?.id ?? 0 });
  });
  assert.deepEqual(scans, []);
});
