/** Tests of the migrations of a service's data at its start, on one and on several nodes. */
import assert from 'node:assert/strict';
import { afterAll, beforeEach, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri } from '../../../test/test-servers.ts';
import { ConfigError } from '../errors/config-error.ts';
import { DataVersion } from './data-version.ts';
import { type Migration, recordMigration } from './migration.ts';
import { type Database, openDatabase } from './mongo.ts';

interface Door {
  _id: number;
  width?: number;
  height?: number;
}

skipIf(missingServer('MONGODB')).describe('the version of the data', () => {
  const prefix = databasePrefix('version');
  let database: Database;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    database = await openDatabase(mongodbUri(), prefix, `data-${count}`);
  });
  afterAll(() => dropDatabases(prefix));

  const doors = () => database.connection.collection<Door>('doors');
  const versions = () =>
    database.connection.collection<{ _id: string; version: number; since?: string; lease: object | null }>(
      'data_version',
    );
  const storedVersion = async () => (await versions().findOne({ _id: 'data' }))?.version;

  /** Data of the first version, which an earlier release wrote. */
  const writeDoors = async (...ids: number[]): Promise<void> => {
    await versions().insertOne({ _id: 'data', version: 1, since: '0.2.0', lease: null });
    await doors().insertMany(ids.map((_id) => ({ _id })));
  };

  /** Adds a member to each door; `changed` gets the ids in their order. */
  const addMember = (
    member: 'width' | 'height',
    changed: number[],
    beforeEach: (id: number) => unknown = () => undefined,
  ): Migration =>
    recordMigration({
      title: `${member} of doors`,
      listOld: () =>
        doors()
          .find({ [member]: { $exists: false } })
          .sort({ _id: 1 }),
      async change({ _id }) {
        await beforeEach(_id);
        await doors().updateOne({ _id, [member]: { $exists: false } }, { $set: { [member]: 90 } });
        changed.push(_id);
      },
    });

  const open = (migrations: Migration[], lines: string[] = [], leaseMs = 30_000): DataVersion =>
    new DataVersion({
      connection: database.connection,
      migrations,
      log: { warn: (line) => void lines.push(String(line)) },
      leaseMs,
    });

  it('an empty database has the newest version and is not migrated; a later release migrates from there', async () => {
    afterTest(() => database.close());
    const changed: number[] = [];
    await open([addMember('width', changed)]).migrate();
    assert.deepEqual([changed, await storedVersion()], [[], 2]);
    await doors().insertOne({ _id: 1, width: 80 });
    const lines: string[] = [];
    await open([addMember('width', changed), addMember('height', changed)], lines).migrate();
    assert.deepEqual([changed, await storedVersion()], [[1], 3]);
    assert.deepEqual(
      lines.map((line) => line.replace(/^.*: data/, 'data')),
      [
        'data from version 2 to 3, height of doors',
        'data from version 2 to 3, height of doors: done, 1 records',
      ],
    );
  });

  it('data of version 1 go through every migration, in their order', async () => {
    afterTest(() => database.close());
    await writeDoors(1, 2);
    const order: string[] = [];
    const noted = (name: string, migration: Migration): Migration => ({
      ...migration,
      async run(run) {
        order.push(name);
        await migration.run(run);
      },
    });
    const changed: number[] = [];
    await open([
      noted('first', addMember('width', changed)),
      noted('second', addMember('height', changed)),
    ]).migrate();
    assert.deepEqual([order, changed, await storedVersion()], [['first', 'second'], [1, 2, 1, 2], 3]);
    assert.equal(await doors().countDocuments({ width: 90, height: 90 }), 2);
  });

  it('one of two nodes migrates, and the other waits for it', async () => {
    afterTest(() => database.close());
    await writeDoors(1, 2);
    const changed: number[] = [];
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const first = open([
      addMember('width', changed, () => {
        begun.resolve();
        return released.promise;
      }),
    ]).migrate();
    await begun.promise;
    const waiting = Promise.withResolvers<void>();
    const byOther: number[] = [];
    const second = new DataVersion({
      connection: database.connection,
      migrations: [addMember('width', byOther)],
      log: { warn: () => waiting.resolve() },
    }).migrate();
    await waiting.promise;
    assert.deepEqual(byOther, []);
    released.resolve();
    await Promise.all([first, second]);
    assert.deepEqual([changed, byOther, await storedVersion()], [[1, 2], [], 2]);
  });

  it('a migration that was broken off goes on with the records that are left', async () => {
    afterTest(() => database.close());
    await writeDoors(1, 2, 3);
    const before: number[] = [];
    const failing = addMember('width', before, (id) => {
      if (id === 2) throw new Error('the node has stopped');
    });
    await assert.rejects(open([failing]).migrate(), /the node has stopped/);
    assert.deepEqual([before, await storedVersion()], [[1], 1]);
    const after: number[] = [];
    await open([addMember('width', after)]).migrate();
    assert.deepEqual([after, await storedVersion()], [[2, 3], 2]);
  });

  it('the lease of a killed node ends, and another takes over', async () => {
    afterTest(() => database.close());
    await doors().insertOne({ _id: 1 });
    const lease = { holder: 'a node that was killed', until: new Date(Date.now() + 3_600_000) };
    await versions().insertOne({ _id: 'data', version: 1, since: '0.2.0', lease });
    const changed: number[] = [];
    const waiting = Promise.withResolvers<void>();
    const migrated = new DataVersion({
      connection: database.connection,
      migrations: [addMember('width', changed)],
      log: { warn: () => waiting.resolve() },
    }).migrate();
    await waiting.promise;
    assert.deepEqual(changed, []);
    // The hour is over.
    await versions().updateOne({ _id: 'data' }, { $set: { 'lease.until': new Date(0) } });
    await migrated;
    assert.deepEqual([changed, await storedVersion()], [[1], 2]);
  });

  it('a node that lost its lease stops, and leaves the version to the other', async () => {
    afterTest(() => database.close());
    await writeDoors(1, 2);
    const changed: number[] = [];
    const lost = Promise.withResolvers<void>();
    const migration: Migration = {
      title: 'width of doors',
      async run({ signal }) {
        await versions().updateOne({ _id: 'data' }, { $set: { version: 2, lease: null } });
        signal.addEventListener('abort', () => lost.resolve());
        await lost.promise;
        signal.throwIfAborted();
        changed.push(1);
      },
    };
    await open([migration], [], 300).migrate();
    assert.deepEqual([changed, await storedVersion()], [[], 2]);
  });

  it('data of development versions before the first release are refused in one line, and unchanged', async () => {
    afterTest(() => database.close());
    await doors().insertOne({ _id: 1 });
    const changed: number[] = [];
    const data = open([addMember('width', changed)]);
    const assertRefused = (step: Promise<void>): Promise<void> =>
      assert.rejects(step, (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.match(
          error.message,
          /^The database version-\w+-data-\d+ has data of a development version before 0\.2\.0, .* DATABASE_PREFIX/,
        );
        return true;
      });
    await assertRefused(data.assertKnown());
    await assertRefused(data.migrate());
    assert.equal(await versions().countDocuments(), 0);
    // The last of them had versions of their own.
    await versions().insertOne({ _id: 'data', version: 1, lease: null });
    await assertRefused(data.assertKnown());
    await assertRefused(data.migrate());
    assert.deepEqual([changed, await storedVersion()], [[], 1]);
  });

  it('data of a newer release are refused in one line', async () => {
    afterTest(() => database.close());
    await open([addMember('width', []), addMember('height', [])]).migrate();
    await assert.rejects(open([addMember('width', [])]).assertKnown(), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^The database version-\w+-data-\d+ has data of version 3, .* up to 2\./);
      return true;
    });
  });
});
