/** Tests of reading all databases at one cluster time while services write to them. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { BSON, type Db, MongoClient } from 'mongodb';
import { type Mongod, startMongod } from '../../start/embedded-servers/mongod.ts';
import { createScratchFolder, removeScratchFolder } from '../../start/embedded-servers/scratch-folder.ts';
import { BackupError } from './backup-error.ts';
import { ClusterSnapshot, keepHistory } from './cluster-snapshot.ts';

const WINDOW = 'minSnapshotHistoryWindowInSeconds';

describe('a snapshot of several databases', () => {
  const folder = createScratchFolder('snapshot');
  let mongod: Mongod;
  let client: MongoClient;
  let databases: Db[];
  beforeAll(async () => {
    mongod = await startMongod({ dbPath: folder, disposable: true });
    client = await MongoClient.connect(mongod.uri, { writeConcern: { w: 'majority' } });
    databases = ['north', 'south'].map((name) => client.db(name));
    await setWindow(300);
    for (const database of databases)
      await doorsOf(database).insertMany([
        { _id: 1, open: false },
        { _id: 2, open: false },
      ]);
  });
  afterAll(async () => {
    await client.close();
    await mongod.stop();
    removeScratchFolder(folder);
  });

  const doorsOf = (database: Db) =>
    database.collection<{ _id: number; open: boolean; uses?: number }>('doors');
  /** A change of the first door of both, with the deletion of the second. */
  const write = async (): Promise<void> => {
    for (const database of databases) {
      await doorsOf(database).updateOne({ _id: 1 }, { $set: { open: true }, $inc: { uses: 1 } });
      await doorsOf(database).deleteOne({ _id: 2 });
    }
  };
  const reset = async (): Promise<void> => {
    for (const database of databases) {
      await doorsOf(database).deleteMany({});
      await doorsOf(database).insertMany([
        { _id: 1, open: false },
        { _id: 2, open: false },
      ]);
    }
  };
  async function readAll(snapshot: ClusterSnapshot): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const collection of snapshot.collections)
      for await (const bytes of snapshot.records(collection)) found.push(BSON.deserialize(bytes));
    return found;
  }
  const setWindow = (seconds: number) => client.db('admin').command({ setParameter: 1, [WINDOW]: seconds });
  const readWindow = async (): Promise<unknown> =>
    (await client.db('admin').command({ getParameter: 1, [WINDOW]: 1 }))[WINDOW];
  const asBefore = [
    { _id: 1, open: false },
    { _id: 2, open: false },
    { _id: 1, open: false },
    { _id: 2, open: false },
  ];

  it('reads all of them as they were, whatever is written meanwhile', async () => {
    const snapshot = await ClusterSnapshot.take(databases);
    await write();
    assert.deepEqual(await readAll(snapshot), asBefore);
  });

  it('says what to set when the server has given up the history; while it is kept, this does not happen', async () => {
    await setWindow(1);
    await reset();
    const lost = await ClusterSnapshot.take(databases);
    const began = performance.now();
    let reason: unknown = null;
    while (reason === null) {
      await write();
      await pause(100);
      reason = await readAll(lost).then(
        () => null,
        (error: unknown) => error,
      );
    }
    assert.ok(reason instanceof BackupError, String(reason));
    assert.match(
      reason.message,
      /^The server no longer has the records of .*minSnapshotHistoryWindowInSeconds/,
    );
    const lostAfter = performance.now() - began;

    await reset();
    await keepHistory(client, async () => {
      assert.notEqual(await readWindow(), 1);
      const kept = await ClusterSnapshot.take(databases);
      const until = performance.now() + 2 * lostAfter;
      while (performance.now() < until) {
        await write();
        await pause(100);
      }
      assert.deepEqual(await readAll(kept), asBefore);
    });
    assert.equal(await readWindow(), 1, 'it is put back');
  });

  it('goes on when indexes and collections are created, as by a start; a collection that is removed stops it', async () => {
    await setWindow(300);
    await reset();
    const north = databases[0] ?? client.db('north');
    await north.createCollection('windows');
    const snapshot = await ClusterSnapshot.take(databases);
    assert.equal(snapshot.collections.length, 3, 'one that was created a moment ago is among them');
    await doorsOf(north).createIndex({ uses: 1 });
    await north.createCollection('stairs');
    assert.deepEqual(await readAll(snapshot), asBefore);
    await snapshot.assertNoneRemoved();
    await doorsOf(north).drop();
    await doorsOf(north).insertOne({ _id: 1, open: false });
    await assert.rejects(snapshot.assertNoneRemoved(), (error: unknown) => {
      assert.ok(error instanceof BackupError, String(error));
      assert.match(error.message, /^A collection was removed after .* Take the backup again\.$/);
      return true;
    });
  });
});
