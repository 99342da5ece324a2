/**
 * Connection settings of the servers that jest has started for the tests (`test/jest/start-servers.mjs`),
 * reasons of missing ones, and database prefixes with access to their databases and their removal.
 */

import { createHash, randomBytes } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { VERSION_COLLECTION } from '../shared/kernel/database/data-version.ts';

const SERVERS = ['MONGODB', 'NATS', 'REDIS', 'S3', 'OPENSEARCH'] as const;
type ServerName = (typeof SERVERS)[number];

const { env } = process;

/**
 * Reason of a missing server, for `skipIf`; false when it runs.
 * @example skipIf(missingServer('S3')).it('…', async () => …)
 */
export function missingServer(server: ServerName): string | false {
  return env[`TEST_${server}_MISSING`] ?? false;
}

/** Connection string of the tests' MongoDB, a replica set of one; with a name, of that database. */
export function mongodbUri(database = ''): string {
  const uri = new URL(requireServer('MONGODB', 'TEST_MONGODB_URI'));
  uri.pathname = `/${database}`;
  return uri.href;
}

/** A prefix of database names that no other test file has, for `databasePrefix` of the configuration. */
export function databasePrefix(label = 'test'): string {
  return `${label}-${randomBytes(4).toString('hex')}`;
}

const freePrefixes: string[] = [];
let prefixes = 0;

/**
 * A prefix whose databases are empty and which nobody else uses until `releasePrefix`. Files that run one after
 * the other in a worker share it, with its collections and indexes: to create those of all services costs more
 * than most files.
 */
export async function takePrefix(): Promise<string> {
  prefixes += 1;
  const worker = env.JEST_WORKER_ID ?? '0';
  const prefix = freePrefixes.pop() ?? `test-${worker}-${String(prefixes).padStart(3, '0')}`;
  await withDatabases(prefix, (databases) => Promise.all(databases.map(emptyDatabase)));
  return prefix;
}

export const releasePrefix = (prefix: string): void => void freePrefixes.push(prefix);

/** What MongoDB gives as the digest of a collection without records. */
const EMPTY_DIGEST = createHash('md5').digest('hex');

/**
 * Deletes all records but the version of the data: without one, services look into every collection at their start. Asks
 * MongoDB first which collections have records: most have none, and a command for each was a tenth of all commands of a
 * run. Drops a database that was profiled.
 */
async function emptyDatabase(database: Db): Promise<void> {
  const [profiles, { collections }] = await Promise.all([
    database.listCollections({ name: 'system.profile' }, { nameOnly: true }).toArray(),
    database.command({ dbHash: 1 }),
  ]);
  if (profiles.length > 0) {
    await database.command({ profile: 0, filter: 'unset' });
    await database.dropDatabase();
    return;
  }
  const filled = Object.entries(collections).filter(([, digest]) => digest !== EMPTY_DIGEST);
  const emptied = filled.map(([name]) => name).filter((name) => name !== VERSION_COLLECTION);
  await Promise.all(emptied.map((name) => database.collection(name).deleteMany({})));
}

/** Drops the databases whose names begin with a prefix; for an `after` hook. */
export async function dropDatabases(prefix: string): Promise<void> {
  await withDatabases(prefix, (databases) =>
    Promise.all(databases.map((database) => database.dropDatabase())),
  );
}

/** Works on the databases whose names begin with a prefix, as their administrator. @param uri of another server */
export async function withDatabases<T>(
  prefix: string,
  work: (databases: Db[]) => Promise<T>,
  uri = mongodbUri(),
): Promise<T> {
  // The collections of all databases are worked on at once, which would open a connection for each.
  const client = await MongoClient.connect(uri, { maxPoolSize: 2 });
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => name.startsWith(prefix));
    return await work(own.map(({ name }) => client.db(name)));
  } finally {
    await client.close();
  }
}

/** URL of the tests' NATS server, with user and password. */
export function natsUrl(): string {
  return requireServer('NATS', 'TEST_NATS_URL');
}

/** URL of the tests' Redis, with its password. */
export function redisUrl(): string {
  return requireServer('REDIS', 'TEST_REDIS_URL');
}

/** The tests' S3 server, with one bucket. */
export function s3Settings(): { endpoint: string; bucket: string; accessKey: string; secretKey: string } {
  return JSON.parse(requireServer('S3', 'TEST_S3'));
}

/** URL of the tests' OpenSearch; null where the suites run with the index in memory. */
export const openSearchUrl = (): string | null => env.TEST_OPENSEARCH_URL ?? null;

function requireServer(server: ServerName, variable: string): string {
  const value = env[variable];
  if (value === undefined)
    throw new Error(`${server} is not running: ${missingServer(server) || 'no reason known'}`);
  return value;
}
