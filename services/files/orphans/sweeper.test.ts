/**
 * Tests of the removal of stored bytes without a file record and of uploads that reached no draft, and of its pause
 * during a backup.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { DraftMoves } from '../../../shared/projects/draft-moves.ts';
import { newStorageKey } from '../../../shared/storage-key.ts';
import { editor } from '../../../test/people.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import { Files } from '../repository.ts';
import { Orphans } from './repository.ts';
import { SweepPauses } from './sweep-pause.ts';
import { OrphanSweeper } from './sweeper.ts';

describe('sweeping files', () => {
  const node = useFilesWorld();
  let connection: Connection;
  let sweeper: OrphanSweeper;
  let pauses: SweepPauses;
  beforeAll(async () => {
    connection = await node.node.openDatabase('files');
    const files = new Files(connection, new IdCounters(connection));
    pauses = new SweepPauses(connection);
    sweeper = new OrphanSweeper({
      node: node.node,
      files,
      orphans: new Orphans(connection),
      pauses,
      store: await node.store(),
    });
  });

  it('an upload that reached no draft is deleted, with its bytes', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('gone.pdf');
    const { files } = await node.upload(editor, projectId, [part]);
    const ids = files.map(({ id }) => id);
    const records = new Files(connection, new IdCounters(connection));
    const staged = new DraftMoves({
      node: node.node,
      service: 'files',
      connection,
      outbox: new Outbox(connection),
      async rollBack({ files: written = [] }, session) {
        await records.remove(written, session);
      },
    });
    // As a process leaves it that died before it asked the draft to take them.
    const change = {
      _id: randomUUID(),
      written: { files: ids },
      completion: { entry: {}, idempotent: null },
      at: new Date(0),
    };
    await connection.model('pending_draft_moves').insertMany([change]);
    await staged.recover(new Date());
    assert.equal(await records.find(projectId, ids[0] ?? 0), null);
    await sweeper.sweep(0);
    assert.equal(await (await node.store()).sizeOf(part.key), null);
  });

  it('removes bytes without a record once they have been known as orphans for an hour, and none with one (H24)', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('kept.pdf');
    await node.upload(editor, projectId, [part]);
    const orphan = newStorageKey();
    await (await node.store()).put(orphan, Readable.from(['left behind']));
    await sweeper.sweep();
    assert.equal(await (await node.store()).sizeOf(orphan), 11);
    const seen = await connection.collection('orphans').findOne({});
    assert.ok(seen);
    await connection
      .collection('orphans')
      .updateMany({}, { $set: { first_seen: new Date(Date.now() - 3_700_000) } });
    assert.equal(await sweeper.sweep(), 1);
    assert.equal(await (await node.store()).sizeOf(orphan), null);
    assert.equal(await (await node.store()).sizeOf(part.key), part.size);
    assert.equal(await connection.collection('orphans').countDocuments(), 0);
  });

  it('removes nothing while a backup runs; a pause that a killed backup left ends by itself', async () => {
    const orphan = newStorageKey();
    await (await node.store()).put(orphan, Readable.from(['left behind']));
    await pauses.whilePaused(async () => {
      await sweeper.sweep(0);
      assert.equal(await (await node.store()).sizeOf(orphan), 11);
    });
    const left = { _id: 'killed', until: new Date(Date.now() - 1_000) };
    await connection.collection<{ _id: string }>('sweep_pauses').insertOne(left);
    await sweeper.sweep(0);
    assert.equal(await (await node.store()).sizeOf(orphan), null);
  });

  it('bytes that got a record in the meantime stay', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('late.pdf');
    await sweeper.sweep();
    await node.upload(editor, projectId, [part]);
    assert.equal(await sweeper.sweep(0), 0);
    assert.equal(await (await node.store()).sizeOf(part.key), part.size);
  });
});
