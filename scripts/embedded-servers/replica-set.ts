/**
 * Set-up of a running mongod as a replica set with one member, which transactions need, and of its user.
 * Also the change of the member's port.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { type MongodCredentials, mongodSystemUri, mongodUri } from './mongod-credentials.ts';

const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;

/** The only member need not wait for others before an election. */
const SETTINGS = { electionTimeoutMillis: 500 };

type Command = (body: Document) => Promise<Document>;

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
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await ignoreErrorCode(
      ALREADY_INITIALIZED,
      command({ replSetInitiate: { _id: 'rs0', settings: SETTINGS, members } }),
    );
    await waitForPrimary(command);
    if (credentials === null) return;
    const { user, password: pwd } = credentials;
    const roles = ['root'];
    if (await ignoreErrorCode(USER_EXISTS, command({ createUser: user, pwd, roles }))) return;
    await command({ updateUser: user, pwd, roles });
  });
}

/**
 * Changes the port in the configuration of the set, on a mongod that runs without `--replSet`: a member whose
 * own address is missing there waits for ever.
 */
export async function updateMemberPort(port: number, credentials: MongodCredentials | null): Promise<void> {
  await withClient(mongodSystemUri(port, credentials), async (client) => {
    const configuration = client.db('local').collection('system.replset');
    await configuration.updateOne(
      {},
      { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } },
    );
  });
}

async function waitForPrimary(command: Command): Promise<void> {
  while ((await command({ hello: 1 })).isWritablePrimary !== true) await delay(10);
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

function withAdmin(uri: string, work: (command: Command) => Promise<void>): Promise<void> {
  return withClient(uri, (client) => work((body) => client.db('admin').command(body)));
}

async function withClient(uri: string, work: (client: MongoClient) => Promise<void>): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500 });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.close();
  }
}
