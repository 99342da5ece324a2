/**
 * First container of `docker-compose.yml`: creates the secrets of the deployment, once, and gives each container those it
 * needs, each in a volume of its own. Says how to read the first password of the administrator: a log keeps no password.
 *
 *   /secrets/kept         every secret, mounted only here
 *   /secrets/NAME         the files of container NAME, which sees them below /run/secrets
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAdminPassword } from '../../../services/identity/accounts/admin-password.ts';
import { BUS_CALLERS, SERVICE_NAMES } from '../../../shared/contracts/services.ts';
import { readConfig } from '../../../shared/kernel/node/config.ts';
import { clientsOf } from '../../../shared/kernel/node/servers-of-services.ts';
import {
  type NatsUser,
  natsAuthorization,
  natsUsersOfDeployment,
} from '../../start/embedded-servers/nats-authorization.ts';
import { REPLICA_SET } from '../../start/embedded-servers/replica-set.ts';
import { loadOrCreateSecret } from '../../start/embedded-servers/secret-file.ts';
import { exitWithError } from '../../start/launcher/fatal-error.ts';
import { DATABASE_USERS, MONGODB_PORT } from './database-users.ts';

const ROOT = '/secrets';
const KEPT = join(ROOT, 'kept');
/** User and group of mongod in the official image, which refuses a key that others can read. */
const MONGOD_USER = 999;

const secret = (name: string): string =>
  loadOrCreateSecret(join(KEPT, name), () => randomBytes(32).toString('hex'));

try {
  const { DATABASE_PREFIX, BUS_PROGRAMS } = process.env;
  const { databasePrefix, busPrograms } = readConfig({ DATABASE_PREFIX, BUS_PROGRAMS });
  mkdirSync(KEPT, { recursive: true });
  const password = loadOrCreateSecret(join(KEPT, 'admin-password'), newAdminPassword);
  writeServiceSecrets(password);
  // The operator passes them on: the programs run outside of this deployment.
  for (const name of busPrograms) write('tools', `nats-${name}-url`, natsUrl(name));
  writeServerSecrets(natsUsersOfDeployment(databasePrefix, busPrograms));
  console.log(
    `The first administrator is ${process.env.ADMIN_EMAIL}. The first password: docker compose exec identity node --print 'fs.readFileSync("/run/secrets/admin-password", "utf8")'`,
  );
} catch (error) {
  exitWithError(error);
}

function writeServiceSecrets(adminPassword: string): void {
  const members = (process.env.MONGODB_MEMBERS ?? 'mongodb')
    .split(',')
    .map((host) => `${host}:${MONGODB_PORT}`);
  for (const { name } of DATABASE_USERS)
    write(
      name,
      'mongodb-uri',
      `mongodb://${name}:${secret(`mongodb-${name}`)}@${members}/?authSource=admin&replicaSet=${REPLICA_SET}`,
    );
  for (const name of BUS_CALLERS) write(name, 'nats-url', natsUrl(name));
  for (const name of SERVICE_NAMES) write(name, 'cluster-secret', secret('cluster-secret'));
  for (const name of [...clientsOf('s3'), 'single', 'tools']) {
    write(name, 's3-access-key', s3AccessKey());
    write(name, 's3-secret-key', secret('s3-secret-key'));
  }
  for (const name of clientsOf('redis')) write(name, 'redis-url', `redis://:${secret('redis')}@redis:6379`);
  for (const name of ['identity', 'single']) write(name, 'admin-password', adminPassword);
}

function writeServerSecrets(natsUsers: readonly NatsUser[]): void {
  const nats = ['http: "127.0.0.1:8222"', natsAuthorization(natsUsers, (name) => `"${natsPassword(name)}"`)];
  write('nats', 'nats.conf', nats.join('\n'));
  const redis = [
    `requirepass ${secret('redis')}`,
    'save ""',
    'appendonly no',
    'maxmemory 256mb',
    'maxmemory-policy volatile-ttl',
  ];
  write('redis', 'redis.conf', redis.join('\n'));
  write('s3', 's3-access-key', s3AccessKey());
  write('s3', 's3-secret-key', secret('s3-secret-key'));
  const key = write('mongodb', 'key', secret('mongodb-key'));
  chmodSync(key, 0o400);
  chownSync(key, MONGOD_USER, MONGOD_USER);
  for (const { name } of DATABASE_USERS) write('mongodb-set-up', name, secret(`mongodb-${name}`));
  write('mongodb-set-up', 'key', secret('mongodb-key'));
}

/** NATS reads a password that begins with a digit as a number. */
function natsPassword(name: string): string {
  return `n${secret(`nats-${name}`)}`;
}

function natsUrl(name: string): string {
  return `nats://${name}:${natsPassword(name)}@nats:4222`;
}

function s3AccessKey(): string {
  return secret('s3-access-key').slice(0, 20).toUpperCase();
}

/**
 * Writes a file of a container. Its users differ, so all of them may read it: only that container mounts the volume.
 * @returns its path
 */
function write(container: string, name: string, text: string): string {
  const path = join(ROOT, container, name);
  mkdirSync(join(ROOT, container), { recursive: true });
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o444 });
  chmodSync(`${path}.new`, 0o444);
  renameSync(`${path}.new`, path);
  return path;
}
