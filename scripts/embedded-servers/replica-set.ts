/** Makes a mongod a replica set of one: transactions and change streams need a set. */

import { setTimeout as delay } from 'node:timers/promises';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { type MongodCredentials, mongodSystemUri, mongodUri } from './mongod-credentials.ts';

const AUTHENTICATION_FAILED = 18;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;

/** The only member has nobody to wait for before it stands for election. */
const SETTINGS = { electionTimeoutMillis: 500 };

type Command = (body: Document) => Promise<Document>;

/**
 * Returns once the set takes writes from those who may. Initiates a new one, and gives data that have no user yet, or another password,
 * the one of `access`. Throws while the server does not answer.
 */
export async function initiateReplicaSet(port: number, access: MongodCredentials | null): Promise<void> {
  try {
    // Without authentication anybody gets in, which says nothing about the set.
    if (access !== null) return await withAdmin(mongodUri(port, access), waitForPrimary);
  } catch (error) {
    if (!hasErrorCode(error, AUTHENTICATION_FAILED)) throw error;
  }
  await withAdmin(mongodSystemUri(port, access), async (command) => {
    const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
    await ignoreErrorCode(ALREADY_INITIALIZED, command({ replSetInitiate: { _id: 'rs0', settings: SETTINGS, members } }));
    await waitForPrimary(command);
    if (access === null) return;
    const { user, password: pwd } = access;
    const roles = ['root'];
    if (await ignoreErrorCode(USER_EXISTS, command({ createUser: user, pwd, roles }))) return;
    await command({ updateUser: user, pwd, roles });
  });
}

/**
 * Writes another port into the set's configuration, on a mongod that runs without `--replSet`: a member that does not
 * find its own address there would wait for ever for a set it is no part of.
 */
export async function updateMemberPort(port: number, access: MongodCredentials | null): Promise<void> {
  await withClient(mongodSystemUri(port, access), async (client) => {
    const configuration = client.db('local').collection('system.replset');
    await configuration.updateOne({}, { $set: { 'members.0.host': `127.0.0.1:${port}` }, $inc: { version: 1 } });
  });
}

async function waitForPrimary(command: Command): Promise<void> {
  while ((await command({ hello: 1 })).isWritablePrimary !== true) await delay(10);
}

/** Whether it was done; false when the server says so with this code. */
async function ignoreErrorCode(code: number, command: Promise<Document>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (hasErrorCode(error, code)) return false;
    throw error;
  }
}

const hasErrorCode = (error: unknown, code: number): boolean => error instanceof MongoServerError && error.code === code;

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
