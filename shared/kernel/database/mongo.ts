/** MongoDB as every service uses it: one database each, majority writes, transactions (architecture §5, hardening B1). */
import mongoose, { type ClientSession, type Connection, type Model } from 'mongoose';
import { ConfigError } from '../node/config.ts';

/** Connections of this process by address: eight services in one process share one pool. */
const pools = new Map<string, { connection: Promise<Connection>; users: number }>();

/** A server that stands still would keep the connection until it goes on. */
const PING_TIMEOUT_MS = 2_000;

/** A service's own database. `close` gives the shared pool back. */
export interface Database {
  connection: Connection;
  /** @throws while no primary answers */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database `<prefix>-<service>` on the server at `uri`. */
export async function openDatabase(uri: string, prefix: string, service: string): Promise<Database> {
  const pool = pools.get(uri) ?? { connection: connect(uri), users: 0 };
  pools.set(uri, pool);
  pool.users += 1;
  const shared = await pool.connection.catch((error: unknown) => {
    // The next one tries anew.
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

/** @throws ConfigError where it is no replica set: such a server answers, and refuses the first transaction */
async function connect(uri: string): Promise<Connection> {
  const connection = await mongoose
    .createConnection(uri, {
      autoIndex: false,
      autoCreate: false,
      maxPoolSize: 50,
      serverSelectionTimeoutMS: 5_000,
      // While the server is away the driver waits those 5 s; mongoose would queue for 10 more, and then tell nobody why.
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

/** Creates what the models of a service need before the first call: collections (a transaction cannot) and indexes. */
export async function prepareModels(connection: Connection): Promise<void> {
  await Promise.all(
    Object.values(connection.models).map(async (model) => {
      await model.createCollection();
      await model.createIndexes();
    }),
  );
}

/**
 * Runs `work` in one transaction: all of it or nothing, retried when the server says the conflict is transient. `work` may run more
 * than once, so it must not change anything outside the session.
 */
export async function inTransaction<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await connection.startSession();
  try {
    return await session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', j: true },
    });
  } finally {
    await session.endSession();
  }
}

/**
 * Inserts a record as it is, past mongoose: making a document of its own first takes mongoose longer than everything else in an insert.
 * For what every save writes, from records of ours that need no casting and no defaults.
 * @throws a duplicate key error
 */
export async function insertRaw<T extends object>(model: Model<T>, record: T, session: ClientSession | null): Promise<void> {
  await model.collection.insertOne(record, session ? { session } : {});
}

/** Whether an error is a violated unique index, so that a name taken in a race reads like a name taken before. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;

/** Whether the database gave an operation up because its time (`maxTimeMS`) was over. */
export const isTimeLimitExceeded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 50;
