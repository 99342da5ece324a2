/**
 * Restore of a backup into an empty deployment. The backup is verified before anything is written; a marker in
 * every database keeps services from starting on half of it, and lets a restore that was killed be run again.
 */

import type { Db, Document } from 'mongodb';
import {
  isBeingRestored,
  RESTORE_MARKER_COLLECTION,
} from '../../../shared/kernel/database/restore-marker.ts';
import { formatCount } from '../../console/progress.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder, CollectionPart, Manifest } from './backup-folder.ts';
import { type Deployment, hasRecords, serviceDatabases } from './deployment.ts';
import { exactDocument } from './exact-document.ts';
import { readRecordPart, verifyPart } from './record-part.ts';
import { copyFile, forEachFile, hasFile, listFiles } from './stored-files.ts';

/** Inserted at once; the server takes 48 MB and 100,000 records. */
const BATCH_BYTES = 8_000_000;
const BATCH_RECORDS = 1_000;

/** @throws BackupError in one line: a damaged backup, a deployment that is not empty */
export async function restoreBackup(deployment: Deployment, folder: BackupFolder): Promise<Manifest> {
  const manifest = await folder.readManifest();
  const unknown = manifest.databases.find(({ service }) => !databaseOf(deployment, service));
  if (unknown)
    throw new BackupError(`The backup has a database ${unknown.service}, which this release does not.`);
  // A wrong target is refused at once; one that was written to during the minutes of the verification, after it.
  await assertEmpty(deployment);
  await verifyBackup(deployment, folder, manifest);
  await assertEmpty(deployment);
  await markDatabases(deployment);
  await clearDatabases(deployment);
  for (const { service, collections } of manifest.databases) {
    const database = databaseOf(deployment, service);
    const total = collections.reduce((sum, { records }) => sum + records, 0);
    await deployment.runStep(`${service}: ${formatCount(total, 'record')}`, total, async (count) => {
      for (const collection of collections)
        if (database)
          await restoreCollection(database, collection, folder.partFile(service, collection.name), count);
    });
  }
  await restoreFiles(deployment, folder, manifest);
  await unmark(deployment, databasesOf(deployment));
  return manifest;
}

const databaseOf = (deployment: Deployment, service: string): Db | undefined =>
  serviceDatabases(deployment).find((one) => one.service === service)?.database;

const databasesOf = (deployment: Deployment): Db[] =>
  serviceDatabases(deployment).map(({ database }) => database);

/** What an earlier restore has left does not count. */
async function assertEmpty(deployment: Deployment): Promise<void> {
  let wasBrokenOff = false;
  for (const database of databasesOf(deployment)) {
    if (await isBeingRestored(database)) wasBrokenOff = true;
    else await assertNoRecords(database);
  }
  if (wasBrokenOff) return;
  await deployment.store.prepare();
  // Another deployment may use the store, and each would remove the files of the other.
  for await (const _ of deployment.store.keys())
    throw new BackupError('The store of files is not empty: restore into a new bucket, or a new DATA_DIR.');
}

async function assertNoRecords(database: Db): Promise<void> {
  if (await hasRecords(database))
    throw new BackupError(
      `The database ${database.databaseName} is not empty: restore into a new DATABASE_PREFIX, a new server, or with the embedded MongoDB a new DATA_DIR.`,
    );
}

async function verifyBackup(
  { runStep }: Deployment,
  folder: BackupFolder,
  { databases, files }: Manifest,
): Promise<void> {
  const missing = new Set(files.missing);
  const parts = databases.flatMap(({ service, collections }) =>
    collections.map(({ name, sha256 }) => ({ file: folder.partFile(service, name), sha256 })),
  );
  await runStep('Verifying the backup', parts.length + files.count, async (count) => {
    for (const { file, sha256 } of parts) {
      await verifyPart(file, sha256);
      count();
    }
    await forEachFile(listFiles(folder, databases), async (file) => {
      if (missing.has(file.key)) return;
      if (!(await hasFile(folder.files, file)))
        throw new BackupError(
          `The backup is damaged: the file ${file.key} is missing or differs from its record.`,
        );
      count();
    });
  });
}

/**
 * Marks every database, since a marker permits the removal of what is there. A new one permits it only where
 * nothing was written until the marker was set: no service starts after that.
 */
async function markDatabases(deployment: Deployment): Promise<void> {
  const marked: Db[] = [];
  try {
    for (const database of databasesOf(deployment)) {
      if (await isBeingRestored(database)) continue;
      marked.push(database);
      await database.collection(RESTORE_MARKER_COLLECTION).insertOne({ started_at: new Date() });
    }
    for (const database of marked) await assertNoRecords(database);
  } catch (error) {
    await unmark(deployment, marked);
    throw error;
  }
}

/** Removes what an earlier restore has left, and collections without records. */
async function clearDatabases(deployment: Deployment): Promise<void> {
  for (const database of databasesOf(deployment)) {
    for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
      if (name !== RESTORE_MARKER_COLLECTION) await database.dropCollection(name);
  }
}

async function restoreCollection(
  database: Db,
  { name, options, indexes, records }: CollectionPart,
  file: string,
  count: () => void,
): Promise<void> {
  const collection = await database.createCollection(name, options);
  let batch: Document[] = [];
  let size = 0;
  let inserted = 0;
  const insert = async (): Promise<void> => {
    if (batch.length === 0) return;
    // The command, because the driver's own method gives up the order of members.
    const { n, writeErrors, writeConcernError } = await database.command({
      insert: name,
      documents: batch,
      writeConcern: { w: 'majority', j: true },
    });
    if (n !== batch.length || writeErrors || writeConcernError)
      throw new Error(`inserting into ${name} failed: ${JSON.stringify(writeErrors ?? writeConcernError)}`);
    inserted += batch.length;
    batch = [];
    size = 0;
  };
  for await (const bytes of readRecordPart(file)) {
    if (batch.length >= BATCH_RECORDS || size + bytes.length > BATCH_BYTES) await insert();
    batch.push(exactDocument(bytes));
    size += bytes.length;
    count();
  }
  await insert();
  if (inserted !== records)
    throw new BackupError(`The backup is damaged: ${file} has ${inserted} records, not ${records}.`);
  if (indexes.length > 0) await collection.createIndexes(indexes.map(({ v: _version, ...index }) => index));
}

async function restoreFiles(
  { store, runStep }: Deployment,
  folder: BackupFolder,
  { databases, files }: Manifest,
): Promise<void> {
  const missing = new Set(files.missing);
  await store.prepare();
  await runStep(formatCount(files.count, 'file'), files.count, (count) =>
    forEachFile(listFiles(folder, databases), async (file) => {
      if (missing.has(file.key)) return;
      if (!(await copyFile(folder.files, store, file)))
        throw new BackupError(`The backup was changed while it was read: ${file.key}.`);
      count();
    }),
  );
}

/** Removes the markers in one transaction: services start on all of the databases or on none. */
async function unmark({ client }: Deployment, databases: readonly Db[]): Promise<void> {
  const markers = databases.map((database) => database.collection(RESTORE_MARKER_COLLECTION));
  await client.withSession((session) =>
    session.withTransaction(async () => {
      for (const marker of markers) await marker.deleteMany({}, { session });
    }),
  );
  for (const marker of markers) await marker.drop();
}
