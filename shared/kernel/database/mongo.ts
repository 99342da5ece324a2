/**
 * MongoDB access: one database per service over a shared pool, collections and indexes, transactions (rolled back at
 * the end in a dry run), and recognition of duplicate keys and time limits.
 */
import mongoose, {
  type ClientSession,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type mongo,
} from 'mongoose';
import { ConfigError } from '../errors/config-error.ts';
import { apiError } from '../errors/errors.ts';
import { hasSystemCode } from '../errors/system-code.ts';
import { APP_NAME, endAbandonedTransactions } from './abandoned-transactions.ts';

/** Pools by URI: all services of a process share one. */
const pools = new Map<string, { connection: Promise<Connection>; users: number }>();

/** A suspended server would otherwise block the ping until it continues. */
const PING_TIMEOUT_MS = 2_000;

/** The database of a service. `close` closes the shared pool with its last user. */
export interface Database {
  connection: Connection;
  /** @throws without a responding primary */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database `<prefix>-<service>` on the server at `uri`. */
export async function openDatabase(uri: string, prefix: string, service: string): Promise<Database> {
  const pool = pools.get(uri) ?? { connection: connect(uri), users: 0 };
  pools.set(uri, pool);
  pool.users += 1;
  const shared = await pool.connection.catch((error: unknown) => {
    // The next call connects again.
    pools.delete(uri);
    throw error;
  });
  const connection = shared.useDb(`${prefix}-${service}`, { useCache: true });
  let open = true;
  return {
    connection,
    async check() {
      await shared.getClient().db('admin').command({ ping: 1 }, { timeoutMS: PING_TIMEOUT_MS });
    },
    async close() {
      if (!open) return;
      open = false;
      pool.users -= 1;
      if (pool.users > 0) return;
      pools.delete(uri);
      await shared.close();
    },
  };
}

/** @throws ConfigError for a standalone server, which would refuse the first transaction */
async function connect(uri: string): Promise<Connection> {
  const connection = await mongoose
    .createConnection(uri, {
      appName: APP_NAME,
      autoIndex: false,
      autoCreate: false,
      maxPoolSize: 50,
      serverSelectionTimeoutMS: 5_000,
      // A suspended server keeps its connections: what waits for it goes on with the next primary when its heartbeat has been
      // missing for the sum of these. The driver's own 40 s are longer than most calls.
      heartbeatFrequencyMS: 2_000,
      connectTimeoutMS: 5_000,
      // Without a server the driver waits those 5 s; mongoose would buffer for 10 more and hide the reason.
      bufferCommands: false,
      writeConcern: { w: 'majority', j: true },
      readConcern: { level: 'majority' },
      ignoreUndefined: true,
    })
    .asPromise();
  const { setName, msg } = await connection.getClient().db('admin').command({ hello: 1 });
  if (setName !== undefined || msg === 'isdbgrid') return connection;
  await connection.close();
  throw new ConfigError(
    'MONGODB_URI points to a standalone server; transactions need a replica set. Start it with --replSet and run rs.initiate() once.',
  );
}

/**
 * Creates collections, which a transaction cannot, and indexes: one command for each collection, one after the other. At
 * once they would need a connection each.
 */
export async function prepareModels(connection: Connection): Promise<void> {
  const found = await connection.listCollections();
  const existing = new Set(found.map(({ name }) => name));
  for (const model of Object.values(connection.models)) {
    const indexes = model.schema.indexes().map(indexDescription);
    if (indexes.length > 0) await model.collection.createIndexes(indexes);
    else if (!existing.has(model.collection.collectionName)) await model.createCollection();
  }
}

/** An index in the terms of the driver, which are narrower: directions are numbers, and so are all of ours. */
function indexDescription([fields, options]: [IndexDefinition, IndexOptions]): mongo.IndexDescription {
  const { unique, ...others } = options;
  return {
    ...others,
    ...(unique === undefined ? {} : { unique: unique !== false }),
    key: new Map(Object.entries(fields).map(([field, direction]) => [field, Number(direction)])),
  };
}

const rolledBackSessions = new WeakSet<ClientSession>();

/** Lets the transaction of a session end without effect when its work is done: that of a dry run. */
export const rollBackAtEnd = (session: ClientSession): void => void rolledBackSessions.add(session);

/**
 * The locks of a machine that is gone last 10 s (`transactionLifetimeLimitSeconds`). No request waits so long, and it may have
 * waited before, for a call that a killed process took with it.
 */
const RETRY_TRANSACTION_MS = 2_500;

/** Most changes of the same data have ended by then. */
const ABANDONED_AFTER_MS = 250;

/**
 * Runs `work` in one transaction: all of it or nothing, retried for seconds when the server says the conflict
 * is transient. `work` may run more than once, so it must not change anything outside the session.
 * @throws SERVICE_UNAVAILABLE when another transaction keeps its locks for longer
 */
export async function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  let attempts = 0;
  let retryingSince = 0;
  try {
    const workOrRollBack = async (): Promise<T> => {
      attempts += 1;
      // However long the first took: this process may have been suspended.
      if (attempts === 2) retryingSince = performance.now();
      const retriedFor = attempts > 2 ? performance.now() - retryingSince : 0;
      if (retriedFor > RETRY_TRANSACTION_MS)
        throw apiError('SERVICE_UNAVAILABLE', 'Another change of the same data has not ended. Try again.');
      // Where that cannot be found out, as through mongos, the locks end by themselves.
      if (retriedFor > ABANDONED_AFTER_MS) await endAbandonedTransactions(connection).catch(() => undefined);
      const result = await work(session);
      if (rolledBackSessions.has(session)) await session.abortTransaction();
      return result;
    };
    return await session.withTransaction(workOrRollBack, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', j: true },
    });
  } finally {
    await session.endSession();
  }
}

/** Whether an error is a violated unique index. @param member only of an index with this member */
export const isDuplicateKey = (error: unknown, member?: string): boolean =>
  hasSystemCode(error, 11000) &&
  (member === undefined ||
    (error instanceof mongoose.mongo.MongoServerError && member in Object(error.keyPattern)));

/** Whether an operation has exceeded its `maxTimeMS`. */
export const isTimeLimitExceeded = (error: unknown): boolean => hasSystemCode(error, 50);
