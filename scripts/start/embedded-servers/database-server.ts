/**
 * Database server of a command that runs next to the services: MONGODB_URI, else the embedded one of DATA_DIR, which is
 * started for the time of the command if it is not running.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MongoClient } from 'mongodb';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { startMongod } from './mongod.ts';
import { mongodUriOfFolder } from './mongod-credentials.ts';

const CONNECT_TIMEOUT_MS = 2_000;

/** There is neither MONGODB_URI nor a folder with data. */
export class NoDatabaseServerError extends Error {}

/**
 * Runs `work` with the connection string of the server.
 * @param options.create whether a data folder is created where there is none
 * @throws NoDatabaseServerError; MongodStartError; the error of `work`
 */
export async function withDatabaseServer<T>(
  { mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>,
  { create }: { create: boolean },
  work: (uri: string) => Promise<T>,
): Promise<T> {
  if (mongodbUri !== null) return work(mongodbUri);
  const dbPath = resolve(dataDir, 'mongo');
  const isThere = existsSync(join(dbPath, 'mongod.json'));
  if (!isThere && !create) {
    throw new NoDatabaseServerError(
      `No data found in ${dbPath}. Set DATA_DIR to the data folder of the service, or MONGODB_URI to its database.`,
    );
  }
  if (isThere && (await isRunning(mongodUriOfFolder(dbPath)))) return work(mongodUriOfFolder(dbPath));
  const mongod = await startMongod({ dbPath });
  try {
    return await work(mongod.uri);
  } finally {
    await mongod.stop();
  }
}

async function isRunning(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
