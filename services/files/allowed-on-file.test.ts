/** Tests of `allowed_actions` of files against the writes that it names. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { toErrorInfo } from '../../shared/kernel/errors/errors.ts';
import { editor, lead, viewer, withKey } from '../../test/people.ts';
import { useFilesWorld } from '../../test/world/files-world.ts';

describe('the writes on a file', () => {
  const node = useFilesWorld();
  let projectId = 0;
  beforeAll(async () => {
    projectId = (await node.createProject()).id;
  });
  const listed = async (as: typeof lead, fileId: number): Promise<string[] | undefined> => {
    const { files } = await node.call(as, 'files.list', { projectId });
    return files.find(({ id }) => id === fileId)?.allowed_actions;
  };
  const next = { draft: 'review', review: 'approved', approved: 'obsolete', obsolete: 'draft' } as const;

  it('lists those that each caller may do, in every status, and no other (F3, F6)', async () => {
    const uploader = withKey(editor, ['project:download', 'project:upload']);
    for (const author of [editor, lead]) {
      const fileId = await node.uploadFile(author, projectId);
      for (const status of ['draft', 'review', 'approved', 'obsolete'] as const) {
        for (const as of [lead, editor, viewer, uploader]) {
          const allowed = await listed(as, fileId);
          if (!allowed) continue;
          const call = (id: 'files.metadata' | 'files.move' | 'files.status') => {
            const body = {
              'files.metadata': { tags: [] },
              'files.move': { folder_id: null },
              'files.status': null,
            };
            // The status is tried with the one that cannot follow, unless it must be refused anyway.
            return node.callUntyped(as, id, { projectId, fileId, ...(body[id] ?? { status: next[status] }) });
          };
          for (const id of ['files.metadata', 'files.move'] as const) {
            const outcome = await call(id).then(
              () => 'done',
              (error: unknown) => toErrorInfo(error).code,
            );
            assert.equal(
              allowed.includes(id),
              outcome === 'done',
              `${as.user.name} ${status} ${id} ${outcome}`,
            );
          }
          if (!allowed.includes('files.status'))
            assert.notEqual(
              await call('files.status').then(
                () => 'done',
                (error: unknown) => toErrorInfo(error).code,
              ),
              'done',
              `${as.user.name} moved on from ${status}`,
            );
        }
        if (status !== 'obsolete') {
          assert.ok((await listed(lead, fileId))?.includes('files.status'));
          await node.call(lead, 'files.status', { projectId, fileId, status: next[status] });
        }
      }
    }
  });

  it('detaching and deleting need the draft and the permission; uploads answer none', async () => {
    const fileId = await node.uploadFile(lead, projectId);
    const allowed = await listed(lead, fileId);
    assert.ok(allowed?.includes('files.delete') && allowed.includes('files.detach'));
    const byEditor = (await listed(editor, fileId)) ?? [];
    assert.ok(!byEditor.includes('files.delete') && !byEditor.includes('files.detach'));
    await node.call(lead, 'projects.publish', { id: projectId });
    assert.ok(!(await listed(lead, fileId))?.includes('files.detach'));
  });
});
