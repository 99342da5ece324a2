/**
 * Credentials of the embedded mongod, created with its data, and connection strings with them. Also the
 * database of a command, configured or embedded (`databaseUri`). All users of a machine can connect to
 * 127.0.0.1, and the databases contain the signing key.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { loadOrCreateSecret } from './secret-file.ts';

const USER = 'css';
const generateSecret = (): string => randomBytes(32).toString('hex');

/** Credentials of an embedded mongod; null for one without authentication. */
export interface MongodCredentials {
  /** The file from which mongod reads its key. */
  readonly keyFile: string;
  readonly key: string;
  readonly user: string;
  readonly password: string;
}

/**
 * The credentials of a data folder, created where they are missing. Both files are readable by their owner
 * only.
 */
export function loadOrCreateCredentials(dbPath: string): MongodCredentials {
  const keyFile = join(dbPath, 'mongod.key');
  const key = loadOrCreateSecret(keyFile, generateSecret);
  return {
    keyFile,
    key,
    user: USER,
    password: loadOrCreateSecret(join(dbPath, 'mongod.password'), generateSecret),
  };
}

/** Connection string of a mongod, independent of the member names of its replica set. */
export function mongodUri(port: number, access: MongodCredentials | null): string {
  return access === null
    ? `mongodb://127.0.0.1:${port}/?directConnection=true`
    : `mongodb://${access.user}:${access.password}@127.0.0.1:${port}/?authSource=admin&directConnection=true`;
}

/**
 * Connection string as a member of the replica set, which the key of the set allows. It can create the first
 * user without MongoDB's localhost exception, through which any user of this machine could do so.
 */
export function mongodSystemUri(port: number, access: MongodCredentials | null): string {
  return access === null
    ? mongodUri(port, null)
    : systemUri(access.key, `127.0.0.1:${port}`, 'directConnection=true');
}

/** The same for other members. @param options of the connection string */
export const systemUri = (key: string, hosts: string, options: string): string =>
  `mongodb://__system:${key}@${hosts}/?authSource=local&authMechanism=SCRAM-SHA-256&${options}`;

/** Connection string of the mongod that runs on a folder. */
export function mongodUriOfFolder(dbPath: string): string {
  const { port }: { port: number } = JSON.parse(readFileSync(join(dbPath, 'mongod.json'), 'utf8'));
  return mongodUri(port, loadOrCreateCredentials(dbPath));
}

/**
 * The database of a command that runs next to the services: MONGODB_URI, else the embedded server of DATA_DIR.
 * @throws Error where there is neither
 */
export function databaseUri({ mongodbUri, dataDir }: Pick<Config, 'mongodbUri' | 'dataDir'>): string {
  if (mongodbUri !== null) return mongodbUri;
  const folder = resolve(dataDir, 'mongo');
  if (!existsSync(join(folder, 'mongod.json')))
    throw new Error(`there is no data in ${folder}; set DATA_DIR or MONGODB_URI`);
  return mongodUriOfFolder(folder);
}
