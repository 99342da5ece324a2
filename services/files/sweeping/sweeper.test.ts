import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Connection } from 'mongoose';
import { Outbox } from '../../../shared/kernel/outbox.ts';
import { newStorageKey } from '../../../shared/storage/object-store.ts';
import { auditor, editor, type FilesNode, lead, startFiles } from '../files.fixture.ts';
import type { PendingUpload } from '../model.ts';
import { FileRecords } from '../repository.ts';
import { Orphans } from './orphans.ts';
import { Sweeper } from './sweeper.ts';

type Entry = PendingUpload['ending']['entry'];

const entryFor = (projectId: number, details: Record<string, unknown> = {}): Entry => ({
  user_id: 2,
  action: 'files.upload',
  channel: 'http',
  key_id: 77,
  request_id: 'r-cut',
  resource: { type: 'project', id: projectId },
  details,
});

describe('sweeping files', () => {
  let node: FilesNode;
  let connection: Connection;
  let sweeper: Sweeper;
  before(async () => {
    node = await startFiles();
    connection = await node.node.openDatabase('files');
    const files = new FileRecords(connection);
    sweeper = new Sweeper({
      node: node.node,
      connection,
      outbox: new Outbox(connection),
      files,
      orphans: new Orphans(connection),
      store: node.store,
    });
  });
  after(() => node.stop());

  /** Puts an upload back to where a process left it that died after the draft took the files. */
  async function cutOff(ids: number[], entry: Entry): Promise<void> {
    await connection
      .model('File')
      .updateMany(
        { _id: { $in: ids } },
        { $set: { attached: false, pending: { file_ids: ids, ending: { entry, first: null } } } },
      );
  }

  it('completes an upload that was cut off after the draft took it, with its own audit entry, once however many sweep', async () => {
    const { id: projectId } = await node.newProject();
    const { files } = await node.upload(editor, projectId, [await node.part('a.pdf'), await node.part('b.pdf')]);
    const ids = files.map(({ id }) => id);
    await cutOff(ids, entryFor(projectId, { files: ids }));
    assert.equal((await sweeper.sweep()).completed, 0, 'an upload of this hour is left alone');
    const sweeps = await Promise.all([sweeper.sweep(0), sweeper.sweep(0), sweeper.sweep(0)]);
    assert.deepEqual(sweeps.map(({ completed }) => completed).sort(), [0, 0, 2]);
    assert.equal((await sweeper.sweep(0)).completed, 0);
    assert.deepEqual((await node.call(lead, 'files.list', { projectId })).files, files.toReversed());
    // What is sent is in order, so the entry of a later upload comes after all of theirs.
    await node.upload(editor, projectId, [await node.part('later.pdf')]);
    const read = async () =>
      (await node.call(auditor, 'admin.audit.list', { action: 'files.upload', resource_id: String(projectId) })).entries;
    for (let round = 0; round < 100 && !JSON.stringify(await read()).includes('later.pdf'); round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const late = (await read()).filter((row) => JSON.stringify(row).includes('completedLater'));
    assert.equal(late.length, 1);
    const { user_id, channel, key_id, request_id, details } = late[0] ?? {};
    assert.deepEqual(
      { user_id, channel, key_id, request_id, details },
      {
        user_id: 2,
        channel: 'http',
        key_id: 77,
        request_id: 'r-cut',
        details: { files: ids, completedLater: true },
      },
    );
  });

  it('forgets an upload that no draft took, and then its bytes', async () => {
    const { id: projectId } = await node.newProject();
    await node.publish(projectId);
    await node.call(lead, 'projects.draft.create', { id: projectId });
    const part = await node.part('gone.pdf');
    const { files } = await node.upload(editor, projectId, [part]);
    await node.call(lead, 'projects.revert', { id: projectId });
    await cutOff(
      files.map(({ id }) => id),
      entryFor(projectId),
    );
    const swept = await sweeper.sweep(0);
    assert.equal(swept.records, 1);
    assert.equal(await node.store.sizeOf(part.key), null);
  });

  it('H24: removes bytes that no record names once they were known as such for an hour, and none that one names', async () => {
    const { id: projectId } = await node.newProject();
    const part = await node.part('kept.pdf');
    await node.upload(editor, projectId, [part]);
    const orphan = newStorageKey();
    await node.store.put(orphan, Readable.from(['left behind']));
    await sweeper.sweep();
    assert.equal(await node.store.sizeOf(orphan), 11);
    const seen = await connection.collection('orphans').findOne({});
    assert.ok(seen);
    await connection.collection('orphans').updateMany({}, { $set: { first_seen: new Date(Date.now() - 3_700_000) } });
    assert.equal((await sweeper.sweep()).keys, 1);
    assert.equal(await node.store.sizeOf(orphan), null);
    assert.equal(await node.store.sizeOf(part.key), part.size);
    assert.equal(await connection.collection('orphans').countDocuments(), 0);
  });

  it('bytes that got their record in between stay', async () => {
    const { id: projectId } = await node.newProject();
    const part = await node.part('late.pdf');
    await sweeper.sweep();
    await node.upload(editor, projectId, [part]);
    assert.equal((await sweeper.sweep(0)).keys, 0);
    assert.equal(await node.store.sizeOf(part.key), part.size);
  });
});
