/**
 * Container `mongodb-set-up` of `docker-compose.yml`: initiates the replica set of MONGODB_MEMBERS where that has not been done,
 * waits for its primary, and creates the users or sets their passwords. Ends when the services can start.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, MongoServerError } from 'mongodb';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { exitWithError } from '../launcher/fatal-error.ts';
import { DATABASE_USERS, MONGODB_PORT, REPLICA_SET } from './database-users.ts';

const SECRETS = '/run/secrets';
const TIMEOUT_MS = 120_000;
const NOT_YET_INITIALIZED = 94;
const ALREADY_INITIALIZED = 23;
const USER_EXISTS = 51003;
/** A lost primary is replaced after this time without a heartbeat; the default is 10 s. */
const SETTINGS = { electionTimeoutMillis: 4000 };

const hosts = (process.env.MONGODB_MEMBERS ?? 'mongodb').split(',').map((host) => `${host}:${MONGODB_PORT}`);
const key = readFileSync(`${SECRETS}/key`, 'utf8').trim();

try {
  const { databasePrefix } = readConfig({ DATABASE_PREFIX: process.env.DATABASE_PREFIX });
  const deadline = performance.now() + TIMEOUT_MS;
  await repeat(deadline, () => withClient(`${hosts[0]}`, 'directConnection=true', initiate));
  await repeat(deadline, () =>
    withClient(hosts.join(','), `replicaSet=${REPLICA_SET}`, (client) => createUsers(client, databasePrefix)),
  );
  console.log(`MongoDB: replica set ${REPLICA_SET} of ${hosts.join(', ')}, ${DATABASE_USERS.length} users.`);
} catch (error) {
  exitWithError(error);
}

async function initiate(client: MongoClient): Promise<void> {
  const admin = client.db('admin');
  try {
    await admin.command({ replSetGetStatus: 1 });
  } catch (error) {
    if (!hasCode(error, NOT_YET_INITIALIZED)) throw error;
    const members = hosts.map((host, index) => ({ _id: index, host, priority: index === 0 ? 2 : 1 }));
    await admin
      .command({ replSetInitiate: { _id: REPLICA_SET, members, settings: SETTINGS } })
      .catch((problem: unknown) => {
        if (!hasCode(problem, ALREADY_INITIALIZED)) throw problem;
      });
  }
}

async function createUsers(client: MongoClient, databasePrefix: string): Promise<void> {
  const admin = client.db('admin');
  const writeConcern = { w: 'majority' };
  for (const { name, roles } of DATABASE_USERS) {
    const pwd = readFileSync(`${SECRETS}/${name}`, 'utf8').trim();
    const user = { pwd, roles: roles(databasePrefix), writeConcern };
    try {
      await admin.command({ createUser: name, ...user });
    } catch (error) {
      if (!hasCode(error, USER_EXISTS)) throw error;
      await admin.command({ updateUser: name, ...user });
    }
  }
}

/** Connects as a member of the set, which its key allows, also before the first user exists. */
async function withClient(
  host: string,
  options: string,
  work: (client: MongoClient) => Promise<void>,
): Promise<void> {
  const uri = `mongodb://__system:${key}@${host}/?authSource=local&authMechanism=SCRAM-SHA-256&${options}`;
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2000, connectTimeoutMS: 2000 });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.close();
  }
}

/** Repeats work while the servers start. @throws its last error after the deadline */
async function repeat(deadline: number, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(200);
    }
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}
