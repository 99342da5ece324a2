/**
 * Set-up of a replica set, which transactions need: its initiation, its primary and its users. Also the whole set-up
 * of an embedded mongod, a set with one member, and the change of its port.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { type MongodCredentials, mongodSystemUri, mongodUri } from './mongod-credentials.ts';

const USER_NOT_FOUND = 11;
const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;

export const REPLICA_SET = 'rs0';

/** An only member need not wait for others before an election. */
const ELECTION_TIMEOUT_MS = 500;
/** A server on this machine answers immediately or not at all. */
const CONNECT_TIMEOUT_MS = 500;

/** Runs a command on the database `admin`. */
export type Command = (body: Document) => Promise<Document>;

/**
 * Initiates a replica set unless that has been done.
 * @param hosts its members with their ports. None has a priority: a primary that comes back would take over again, which
 * interrupts writes a second time
 */
export async function initiateReplicaSet(
  command: Command,
  hosts: readonly string[],
  electionTimeoutMillis = ELECTION_TIMEOUT_MS,
): Promise<void> {
  const members = hosts.map((host, index) => ({ _id: index, host }));
  // A new primary first asks all members for what it lacks, and waits this long for a suspended one.
  const heartbeatTimeoutSecs = Math.ceil(electionTimeoutMillis / 1000);
  const settings = { electionTimeoutMillis, heartbeatTimeoutSecs };
  await ignoreErrorCode(
    ALREADY_INITIALIZED,
    command({ replSetInitiate: { _id: REPLICA_SET, settings, members } }),
  );
}

/** Resolves when the server of this connection accepts writes. */
export async function waitForPrimary(command: Command): Promise<void> {
  while ((await command({ hello: 1 })).isWritablePrimary !== true) await delay(10);
}

/** Creates a user, or sets the password and roles of an existing one. */
export async function saveUser(
  command: Command,
  name: string,
  properties: { pwd: string; roles: readonly (string | Document)[]; writeConcern?: Document },
): Promise<void> {
  if (await ignoreErrorCode(USER_EXISTS, command({ createUser: name, ...properties }))) return;
  await command({ updateUser: name, ...properties });
}

/** Removes a user, where there is one. */
export async function removeUser(
  command: Command,
  name: string,
  options: { writeConcern?: Document } = {},
): Promise<void> {
  await ignoreErrorCode(USER_NOT_FOUND, command({ dropUser: name, ...options }));
}

/**
 * Returns when the replica set accepts authenticated writes. Initiates a new set; creates the user of
 * `credentials`, or sets its password.
 * @throws Error while the server does not answer
 */
export async function setUpReplicaSet(port: number, credentials: MongodCredentials | null): Promise<void> {
  try {
    // Without authentication a connection says nothing about the set.
    if (credentials !== null) return await withAdmin(mongodUri(port, credentials), waitForPrimary);
  } catch (error) {
    if (!hasErrorCode(error, AUTHENTICATION_FAILED)) throw error;
  }
  await withAdmin(mongodSystemUri(port, credentials), async (command) => {
    await initiateReplicaSet(command, [`127.0.0.1:${port}`]);
    await waitForPrimary(command);
    if (credentials !== null)
      await saveUser(command, credentials.user, { pwd: credentials.password, roles: ['root'] });
  });
}

/**
 * Changes the port in the configuration of the set, on a mongod that runs without `--replSet`: a member whose
 * own address is missing there waits for ever.
 */
export async function updateMemberPort(port: number, credentials: MongodCredentials | null): Promise<void> {
  await withClient(mongodSystemUri(port, credentials), CONNECT_TIMEOUT_MS, async (client) => {
    const configuration = client.db('local').collection('system.replset');
    await configuration.updateOne(
      {},
      { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } },
    );
  });
}

/** Whether the command succeeded; false when it failed with this error code. */
async function ignoreErrorCode(code: number, command: Promise<Document>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (hasErrorCode(error, code)) return false;
    throw error;
  }
}

const hasErrorCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code;

/** Works with commands on the server of a connection string. @throws Error when it does not answer in time */
export function withAdmin(
  uri: string,
  work: (command: Command) => Promise<void>,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<void> {
  return withClient(uri, timeoutMs, (client) => work((body) => client.db('admin').command(body)));
}

async function withClient(
  uri: string,
  timeoutMs: number,
  work: (client: MongoClient) => Promise<void>,
): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: timeoutMs, connectTimeoutMS: timeoutMs });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.close();
  }
}
