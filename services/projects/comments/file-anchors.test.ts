/** Tests that only files that the caller may read can be commented on. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, it } from '@jest/globals';
import { createObjectStore } from '../../../shared/storage/create-object-store.ts';
import { newStorageKey } from '../../../shared/storage-key.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';

describe('comments on files', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  let fileId: number;
  beforeAll(async () => {
    projectId = await world().createProject();
    fileId = await upload(projectId);
  });

  async function upload(project: number): Promise<number> {
    const bytes = Buffer.from('%PDF-1.7 plan');
    const key = newStorageKey();
    await (await createObjectStore(world().node.node.config)).put(key, Readable.from([bytes]));
    const part = {
      key,
      name: 'plan.pdf',
      mime_type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      head: bytes.toString('base64'),
    };
    const { files } = await world().node.call(world().principal('owner'), 'files.upload', {
      projectId: project,
      files: [part],
    });
    return files[0]?.id ?? 0;
  }
  const comment = (as: keyof People, anchorId = fileId) =>
    world().comment(as, projectId, { anchorType: 'file', anchorId });

  it('an editor comments on a file of the project; that of another project is 404 (P11)', async () => {
    assert.equal((await comment('sub')).anchorGone, false);
    const elsewhere = await upload(await world().createProject('Elsewhere'));
    await expectRejection(comment('sub', elsewhere), 404);
  });

  it('a file outside the tier of a viewer is 404 like none, until it is approved (F3)', async () => {
    await world().publish(projectId);
    const [hidden, missing] = [
      await expectRejection(comment('guest')),
      await expectRejection(comment('guest', 99_999_999)),
    ];
    assert.equal(hidden.status, 404);
    assert.deepEqual(hidden, missing);
    const files = (await world().node.node.openDatabase('files')).collection<{ _id: number }>('files');
    await files.updateOne({ _id: fileId }, { $set: { status: 'approved' } });
    assert.equal((await comment('guest')).anchorId, fileId);
  });
});
