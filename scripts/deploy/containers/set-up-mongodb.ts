/**
 * Container `mongodb-set-up` of `docker-compose.yml`: initiates the replica set of MONGODB_MEMBERS where that has not
 * been done, waits for its primary, and creates the users for whom it finds a password, or sets their passwords. Ends
 * when the services can start.
 */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { systemUri } from '../../start/embedded-servers/mongod-credentials.ts';
import {
  type Command,
  initiateReplicaSet,
  REPLICA_SET,
  removeUser,
  saveUser,
  withAdmin,
} from '../../start/embedded-servers/replica-set.ts';
import { exitWithError } from '../../start/launcher/fatal-error.ts';
import { DATABASE_USERS, FORMER_DATABASE_USERS, MONGODB_PORT } from './database-users.ts';

const SECRETS = '/run/secrets';
const TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 2_000;
/** A lost primary is replaced after this time without a heartbeat; the default is 10 s. */
const ELECTION_TIMEOUT_MS = 4_000;

const hosts = (process.env.MONGODB_MEMBERS ?? 'mongodb').split(',').map((host) => `${host}:${MONGODB_PORT}`);
const users = DATABASE_USERS.filter(({ name }) => existsSync(`${SECRETS}/${name}`));
const key = readFileSync(`${SECRETS}/key`, 'utf8').trim();

try {
  const { databasePrefix } = readConfig({ DATABASE_PREFIX: process.env.DATABASE_PREFIX });
  const deadline = performance.now() + TIMEOUT_MS;
  await repeat(deadline, () =>
    asMember(`${hosts[0]}`, 'directConnection=true', (command) =>
      initiateReplicaSet(command, hosts, ELECTION_TIMEOUT_MS),
    ),
  );
  await repeat(deadline, () =>
    asMember(hosts.join(','), `replicaSet=${REPLICA_SET}`, (command) => createUsers(command, databasePrefix)),
  );
  console.log(`MongoDB: replica set ${REPLICA_SET} of ${hosts.join(', ')}, ${users.length} users.`);
} catch (error) {
  exitWithError(error);
}

async function createUsers(command: Command, databasePrefix: string): Promise<void> {
  const writeConcern = { w: 'majority' };
  for (const { name, roles } of users) {
    const pwd = readFileSync(`${SECRETS}/${name}`, 'utf8').trim();
    await saveUser(command, name, { pwd, roles: roles(databasePrefix), writeConcern });
  }
  const names = users.map(({ name }) => name);
  for (const name of FORMER_DATABASE_USERS)
    if (!names.includes(name)) await removeUser(command, name, { writeConcern });
}

/** Connects as a member of the set, which its key allows, also before the first user exists. */
function asMember(host: string, options: string, work: (command: Command) => Promise<void>): Promise<void> {
  return withAdmin(systemUri(key, host, options), work, CONNECT_TIMEOUT_MS);
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
