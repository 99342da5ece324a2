/** Tests of what a restore refuses, and of databases that somebody writes to during a restore. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Db } from 'mongodb';
import { RESTORE_MARKER_COLLECTION } from '../../../shared/kernel/database/restore-marker.ts';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { DiskStore } from '../../../shared/storage/disk-store.ts';
import { skipIf } from '../../../test/skip-if.ts';
import {
  databasePrefix,
  dropDatabases,
  missingServer,
  mongodbUri,
  withDatabases,
} from '../../../test/test-servers.ts';
import type { CountedStep } from '../../console/progress.ts';
import { createScratchFolder, removeScratchFolder } from '../../start/embedded-servers/scratch-folder.ts';
import { BackupError } from './backup-error.ts';
import { BackupFolder } from './backup-folder.ts';
import { type Deployment, serviceDatabases, withDeployment } from './deployment.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

skipIf(missingServer('MONGODB')).describe('a restore into databases that somebody writes to', () => {
  const prefix = databasePrefix('restore');
  const scratch = createScratchFolder('restore');
  const folder = new BackupFolder(join(scratch, 'backup'));
  afterAll(async () => {
    removeScratchFolder(scratch);
    await dropDatabases(prefix);
  });

  const quiet: CountedStep = (_title, _total, work) => work(() => undefined);
  const open = <T>(name: string, work: (deployment: Deployment) => Promise<T>): Promise<T> => {
    const DATABASE_PREFIX = `${prefix}-${name}`;
    const config = readConfig({ MONGODB_URI: mongodbUri(), DATABASE_PREFIX, DATA_DIR: join(scratch, name) });
    return withDeployment(config, { create: true, runStep: quiet }, work);
  };
  const databaseOf = (deployment: Deployment, service: string): Db => {
    const found = serviceDatabases(deployment).find((one) => one.service === service);
    assert.ok(found, service);
    return found.database;
  };
  const addUser = async (deployment: Deployment, name: string): Promise<void> => {
    await databaseOf(deployment, 'identity').collection('users').insertOne({ name });
  };
  const userNames = async (deployment: Deployment): Promise<unknown[]> =>
    (await databaseOf(deployment, 'identity').collection('users').find().toArray()).map(({ name }) => name);
  /** `service/collection` of every collection. */
  const collectionNames = ({ prefix: own }: Deployment): Promise<string[]> =>
    withDatabases(`${own}-`, async (databases) => {
      const names: string[] = [];
      for (const database of databases)
        for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
          names.push(`${database.databaseName.slice(own.length + 1)}/${name}`);
      return names.toSorted();
    });
  const assertRefused = (restore: Promise<unknown>): Promise<void> =>
    assert.rejects(restore, (error: unknown) => {
      assert.ok(error instanceof BackupError, String(error));
      assert.match(error.message, /^The database \S+-identity is not empty: .*$/);
      return true;
    });

  /** Does something after the backup is verified, and before the restore looks at its target. */
  const afterVerification =
    (work: () => Promise<void>): CountedStep =>
    async (title, total, step) => {
      const result = await quiet(title, total, step);
      if (title === 'Verifying the backup') await work();
      return result;
    };

  beforeAll(() =>
    open('source', async (source) => {
      await addUser(source, 'from the backup');
      await takeBackup(source, folder);
    }),
  );

  it('a folder that does not exist is refused with the names of the backups beside it', async () => {
    await assert.rejects(new BackupFolder(join(scratch, 'bakcup')).readManifest(), (error: unknown) => {
      assert.ok(error instanceof BackupError);
      assert.match(error.message, /bakcup does not exist\. Beside it are backup\.$/);
      return true;
    });
    await assert.rejects(
      new BackupFolder(join(scratch, 'none', 'backup')).readManifest(),
      /does not exist\.$/,
    );
  });

  it('a user who registers during the verification stays, and the restore is refused without a trace', () =>
    open('during', async (target) => {
      const runStep = afterVerification(() => addUser(target, 'new'));
      await assertRefused(restoreBackup({ ...target, runStep }, folder));
      assert.deepEqual(await userNames(target), ['new']);
      assert.deepEqual(await collectionNames(target), ['identity/users']);
    }));

  it('so does one who registers after the databases were found empty and before they are marked', () =>
    open('late', async (target) => {
      let isVerified = false;
      const runStep = afterVerification(async () => {
        isVerified = true;
      });
      // The restore lists the files after it has looked at the databases.
      class ListedStore extends DiskStore {
        override async *keys(): AsyncIterable<string> {
          if (isVerified) await addUser(target, 'new');
          yield* super.keys();
        }
      }
      const store = new ListedStore(join(scratch, 'late', 'files'));
      await assertRefused(restoreBackup({ ...target, runStep, store }, folder));
      assert.deepEqual(await userNames(target), ['new']);
      assert.deepEqual(await collectionNames(target), ['identity/users']);
    }));

  it('after a restore that was broken off, a database without its marker is not cleared, and the markers stay', () =>
    open('again', async (target) => {
      const audit = databaseOf(target, 'audit');
      await audit.collection(RESTORE_MARKER_COLLECTION).insertOne({ started_at: new Date() });
      await audit.collection('leftovers').insertOne({});
      const runStep = afterVerification(() => addUser(target, 'new'));
      await assertRefused(restoreBackup({ ...target, runStep }, folder));
      assert.deepEqual(await userNames(target), ['new']);
      const marker = `audit/${RESTORE_MARKER_COLLECTION}`;
      assert.deepEqual(await collectionNames(target), ['audit/leftovers', marker, 'identity/users']);

      await databaseOf(target, 'identity').dropDatabase();
      await restoreBackup(target, folder);
      assert.deepEqual(await userNames(target), ['from the backup']);
      const names = await collectionNames(target);
      assert.ok(!names.includes('audit/leftovers') && !names.includes(marker), names.join());
    }));
});
