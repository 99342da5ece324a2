import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { Connection } from 'mongoose';
import { Outbox } from '../../../shared/kernel/outbox.ts';
import { newStorageKey } from '../../../shared/storage/object-store.ts';
import { auditor, editor, type FilesNode, lead, startFiles } from '../files.fixture.ts';
import { FileRecords } from '../repository.ts';
import { Orphans } from './orphans.ts';
import { Sweeper } from './sweeper.ts';

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

  const detachRecord = (id: number) => connection.model('File').updateOne({ _id: id }, { $set: { attached: false } });

  it('completes an upload that was cut off after the draft took it', async () => {
    const { id: projectId } = await node.newProject();
    const { files } = await node.upload(editor, projectId, [await node.part('a.pdf')]);
    const id = files[0]?.id ?? 0;
    await detachRecord(id);
    assert.equal((await sweeper.sweep()).completed, 0, 'an upload of this hour is left alone');
    assert.equal((await sweeper.sweep(0)).completed, 1);
    assert.equal((await sweeper.sweep(0)).completed, 0);
    assert.deepEqual((await node.call(lead, 'files.list', { projectId })).files, files);
    let entries: unknown[] = [];
    for (let round = 0; round < 100 && entries.length < 2; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      ({ entries } = await node.call(auditor, 'admin.audit.list', { action: 'files.upload', resource_id: String(projectId) }));
    }
    assert.match(JSON.stringify(entries[0]), /completedLater/);
  });

  it('forgets an upload that no draft took, and then its bytes', async () => {
    const { id: projectId } = await node.newProject();
    await node.publish(projectId);
    await node.call(lead, 'projects.draft.create', { id: projectId });
    const part = await node.part('gone.pdf');
    const { files } = await node.upload(editor, projectId, [part]);
    await node.call(lead, 'projects.revert', { id: projectId });
    await detachRecord(files[0]?.id ?? 0);
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
