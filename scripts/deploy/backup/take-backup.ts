/**
 * The steps of a backup of a deployment while its services write: all databases at one cluster time, then the files
 * that the records of that time name, then the manifest. Which databases is in `deployment.ts`, which files in `stored-
 * files.ts`, the format in `backup-folder.ts`.
 */

import { SweepPauses } from '../../../services/files/orphans/sweep-pause.ts';
import { openDatabase } from '../../../shared/kernel/database/mongo.ts';
import { assertRestored, RESTORE_MARKER_COLLECTION } from '../../../shared/kernel/database/restore-marker.ts';
import { formatCount } from '../../console/progress.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupFolder,
  type CollectionPart,
  type DatabasePart,
  FORMAT,
  type Manifest,
} from './backup-folder.ts';
import { ClusterSnapshot, keepHistory, type StoredCollection } from './cluster-snapshot.ts';
import { type Deployment, hasRecords, serviceDatabases } from './deployment.ts';
import { writeRecordPart } from './record-part.ts';
import { copyFile, forEachFile, listFiles } from './stored-files.ts';

/**
 * Takes a backup into a new folder.
 * @returns its manifest
 * @throws BackupError in one line; ConfigError for a deployment that is only partly restored
 */
export async function takeBackup(deployment: Deployment, folder: BackupFolder): Promise<Manifest> {
  let isEmpty = true;
  for (const { database } of serviceDatabases(deployment)) {
    await assertRestored(database);
    if (isEmpty) isEmpty = !(await hasRecords(database));
  }
  if (isEmpty)
    throw new BackupError(
      `There is nothing to back up: no databases ${deployment.prefix}-… have records. DATABASE_PREFIX is the prefix of their names.`,
    );
  await folder.create();
  const { connection, close } = await openDatabase(deployment.uri, deployment.prefix, 'files');
  try {
    // Begins before the time of the snapshot: every file that its records name stays until it is copied.
    return await new SweepPauses(connection).whilePaused(() => writeBackup(deployment, folder));
  } finally {
    await close();
  }
}

async function writeBackup(deployment: Deployment, folder: BackupFolder): Promise<Manifest> {
  const read = await keepHistory(deployment.client, async () => {
    const own = serviceDatabases(deployment);
    const snapshot = await ClusterSnapshot.take(own.map(({ database }) => database));
    const parts: DatabasePart[] = [];
    for (const { service, database } of own) {
      const collections = snapshot.collections.filter(
        (one) => one.database === database && one.info.name !== RESTORE_MARKER_COLLECTION,
      );
      if (collections.length === 0) continue;
      parts.push({
        service,
        collections: await writeDatabase(deployment, snapshot, folder, { service, collections }),
      });
    }
    await snapshot.assertNoneRemoved();
    const { at, clusterTime } = snapshot;
    return { at: at.toISOString(), cluster_time: clusterTime, databases: parts };
  });
  const files = await copyFiles(deployment, folder, read.databases);
  const manifest: Manifest = { format: FORMAT, prefix: deployment.prefix, ...read, files };
  await folder.writeManifest(manifest);
  return manifest;
}

function writeDatabase(
  { runStep }: Deployment,
  snapshot: ClusterSnapshot,
  folder: BackupFolder,
  { service, collections }: { service: string; collections: readonly StoredCollection[] },
): Promise<CollectionPart[]> {
  const total = collections.reduce((sum, { estimate }) => sum + estimate, 0);
  const title = `${service}: about ${formatCount(total, 'record')}`;
  return runStep(title, total, async (count) => {
    const parts: CollectionPart[] = [];
    async function* counted(collection: StoredCollection): AsyncIterable<Uint8Array> {
      for await (const record of snapshot.records(collection)) {
        count();
        yield record;
      }
    }
    for (const collection of collections) {
      const { info, indexes } = collection;
      const written = await writeRecordPart(folder.partFile(service, info.name), counted(collection));
      const others = indexes.filter(({ name }) => name !== '_id_');
      parts.push({ name: info.name, options: { ...info.options }, indexes: others, ...written });
    }
    return parts;
  });
}

async function copyFiles(
  { store, runStep }: Deployment,
  folder: BackupFolder,
  databases: Manifest['databases'],
): Promise<Manifest['files']> {
  const copied: Manifest['files'] = { count: 0, bytes: 0, missing: [] };
  const named = databases.find(({ service }) => service === 'files')?.collections;
  const total = named?.find(({ name }) => name === 'files')?.records ?? 0;
  await runStep(formatCount(total, 'file'), total, (count) =>
    forEachFile(listFiles(folder, databases), async (file) => {
      if (await copyFile(store, folder.files, file)) {
        copied.count += 1;
        copied.bytes += file.size;
      } else copied.missing.push(file.key);
      count();
    }),
  );
  return copied;
}
