/**
 * Opens the databases and the file store of a deployment, from its configuration, for backup and restore. Also tells
 * whether a database has records.
 */
import { type Db, MongoClient } from 'mongodb';
import { RESTORE_MARKER_COLLECTION } from '../../../shared/kernel/database/restore-marker.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { clientsOf } from '../../../shared/kernel/node/servers-of-services.ts';
import { createObjectStore } from '../../../shared/storage/create-object-store.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { type CountedStep, runCountedStep } from '../../console/progress.ts';
import { withDatabaseServer } from '../../start/embedded-servers/database-server.ts';

export interface Deployment {
  client: MongoClient;
  uri: string;
  prefix: string;
  store: ObjectStore;
  /** Runs a step of the backup or the restore, with its progress. */
  runStep: CountedStep;
}

/**
 * Opens the deployment of a configuration.
 * @param options.create whether a data folder may be new; `runStep` instead of printed progress
 */
export function withDeployment<T>(
  config: Config,
  { create, runStep = runCountedStep }: { create: boolean; runStep?: CountedStep },
  work: (deployment: Deployment) => Promise<T>,
): Promise<T> {
  return withDatabaseServer(config, { create }, async (uri) => {
    const client = new MongoClient(uri, {
      serverSelectionTimeoutMS: 5_000,
      writeConcern: { w: 'majority', j: true },
      readConcern: { level: 'majority' },
    });
    try {
      await client.connect();
      return await work({
        client,
        uri,
        prefix: config.databasePrefix,
        store: await createObjectStore(config),
        runStep,
      });
    } finally {
      await client.close();
    }
  });
}

/** The database of each service that owns one, whether it exists or not. */
export const serviceDatabases = ({
  client,
  prefix,
}: Pick<Deployment, 'client' | 'prefix'>): { service: string; database: Db }[] =>
  clientsOf('mongodb').map((service) => ({ service, database: client.db(`${prefix}-${service}`) }));

/** Whether any collection of a database has a record, apart from the marker of a restore. */
export async function hasRecords(database: Db): Promise<boolean> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray())
    if (
      name !== RESTORE_MARKER_COLLECTION &&
      (await database.collection(name).findOne({}, { projection: { _id: 1 } })) !== null
    )
      return true;
  return false;
}
