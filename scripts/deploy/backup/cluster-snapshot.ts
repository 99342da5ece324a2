/**
 * Reads of all databases of a deployment at one cluster time, while its services write. MongoDB keeps the
 * history for that only as long as its parameter `minSnapshotHistoryWindowInSeconds` says, five minutes by
 * default; it is raised for the time of a backup where the user of MONGODB_URI may do so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CollectionInfo,
  type Db,
  type IndexDescriptionInfo,
  type MongoClient,
  MongoServerError,
  type Timestamp,
} from 'mongodb';
import { BackupError } from './backup-error.ts';

/** A collection of a database, with what is needed to create it again. */
export interface StoredCollection {
  database: Db;
  info: CollectionInfo;
  indexes: IndexDescriptionInfo[];
  /** About how many records it has, for the progress. */
  estimate: number;
}

const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;
const UNREADABLE: readonly unknown[] = [SNAPSHOT_TOO_OLD, SNAPSHOT_UNAVAILABLE];
const ATTEMPTS = 20;
const RETRY_AFTER_MS = 500;

const WINDOW = 'minSnapshotHistoryWindowInSeconds';
const DEFAULT_WINDOW_S = 300;
/** About a day, and nobody's own setting: with this value a backup was killed before it could put it back. */
const BACKUP_WINDOW_S = 86_399;

/** Runs `work` while the server keeps all history from now on, if the user may ask for that. */
export async function keepHistory<T>(client: MongoClient, work: () => Promise<T>): Promise<T> {
  const admin = client.db('admin');
  const setWindow = (seconds: number) => admin.command({ setParameter: 1, [WINDOW]: seconds });
  const before = await admin
    .command({ getParameter: 1, [WINDOW]: 1 })
    .then((parameters): number => parameters[WINDOW])
    .catch(ignoreRefusal);
  if (before === null || before > BACKUP_WINDOW_S) return work();
  if ((await setWindow(BACKUP_WINDOW_S).catch(ignoreRefusal)) === null) return work();
  try {
    return await work();
  } finally {
    await setWindow(before === BACKUP_WINDOW_S ? DEFAULT_WINDOW_S : before).catch(() => undefined);
  }
}

/** Null for a command that the server refuses to this user, or does not know. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof MongoServerError) return null;
  throw error;
}

/** The collections at the time of the snapshot. */
export class ClusterSnapshot {
  readonly collections: readonly StoredCollection[];
  readonly #databases: readonly Db[];
  readonly #time: Timestamp;

  private constructor(databases: readonly Db[], collections: readonly StoredCollection[], time: Timestamp) {
    this.#databases = databases;
    this.collections = collections;
    this.#time = time;
  }

  /** Chooses the time. @throws BackupError where collections are created or removed all the time */
  static async take(databases: readonly Db[]): Promise<ClusterSnapshot> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await pause(RETRY_AFTER_MS);
      const snapshot = await ClusterSnapshot.#tryToTake(databases);
      if (snapshot) return snapshot;
    }
    throw new BackupError(
      'Collections are being created or removed. Take the backup when the services have started.',
    );
  }

  /** Null where the collections change, or cannot be read at the time that the server gives. */
  static async #tryToTake(databases: readonly Db[]): Promise<ClusterSnapshot | null> {
    try {
      const collections = await listCollections(databases);
      const [first] = collections;
      if (!first) return null;
      const snapshot = new ClusterSnapshot(databases, collections, await readMajorityTime(first));
      // A list of collections has no time: one that is created between the two is in both, or another time is chosen.
      if (identitiesOf(await listCollections(databases)) !== identitiesOf(collections)) return null;
      await snapshot.#readFirstRecords();
      return snapshot;
    } catch (error) {
      if (error instanceof MongoServerError && UNREADABLE.includes(error.code)) return null;
      throw error;
    }
  }

  /** The time by the clock of the server, in seconds. */
  get at(): Date {
    return new Date(this.#time.getHighBitsUnsigned() * 1_000);
  }

  /** The same as `seconds:ordinal`. */
  get clusterTime(): string {
    return `${this.#time.getHighBitsUnsigned()}:${this.#time.getLowBitsUnsigned()}`;
  }

  /** The records of a collection as BSON. @throws BackupError when the server no longer has them */
  async *records(collection: StoredCollection): AsyncIterable<Uint8Array> {
    try {
      for await (const record of this.#find(collection)) {
        if (!(record instanceof Uint8Array)) throw new Error('the driver returned no raw document');
        yield record;
      }
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /**
   * To be called after the last read: the records of a collection that was removed during the backup read as none.
   * @throws BackupError
   */
  async assertNoneRemoved(): Promise<void> {
    const present = new Set((await listCollections(this.#databases)).map(identityOf));
    if (this.collections.every((collection) => present.has(identityOf(collection)))) return;
    throw new BackupError(`A collection was removed after ${this.at.toISOString()}. Take the backup again.`);
  }

  /** @throws MongoServerError for a collection that was created too short ago */
  async #readFirstRecords(): Promise<void> {
    for (const collection of this.collections)
      for await (const _ of this.#find(collection, { limit: 1, singleBatch: true }));
  }

  #find({ database, info }: StoredCollection, more: object = {}) {
    const readConcern = { level: 'snapshot', atClusterTime: this.#time };
    return database.runCursorCommand({ find: info.name, filter: {}, ...more, readConcern }, { raw: true });
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof MongoServerError)) return error;
    const time = this.at.toISOString();
    if (error.code === SNAPSHOT_TOO_OLD)
      return new BackupError(
        `The server no longer has the records of ${time}: raise its parameter ${WINDOW} above the time that a backup takes, or give the user in MONGODB_URI the role hostManager.`,
      );
    if (error.code === SNAPSHOT_UNAVAILABLE)
      return new BackupError(`A collection was changed after ${time}. Take the backup again.`);
    return error;
  }
}

/** Name and UUID of a collection: one that was removed and created again has another UUID. */
const identityOf = ({ database, info }: StoredCollection): string =>
  `${database.databaseName}.${info.name} ${info.info?.uuid?.toString('hex')}`;

const identitiesOf = (collections: readonly StoredCollection[]): string => collections.map(identityOf).join();

async function listCollections(databases: readonly Db[]): Promise<StoredCollection[]> {
  const found: StoredCollection[] = [];
  for (const database of databases) {
    const infos = await database.listCollections({ type: 'collection' }).toArray();
    for (const info of infos.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (info.name.startsWith('system.')) continue;
      const collection = database.collection(info.name);
      const [indexes, estimate] = await Promise.all([
        collection.listIndexes().toArray(),
        collection.estimatedDocumentCount(),
      ]);
      found.push({ database, info, indexes, estimate });
    }
  }
  return found;
}

/** The newest time that a majority of the servers has. */
async function readMajorityTime({ database, info }: StoredCollection): Promise<Timestamp> {
  const readConcern = { level: 'snapshot' };
  const { cursor } = await database.command({ find: info.name, limit: 1, singleBatch: true, readConcern });
  return cursor.atClusterTime;
}
