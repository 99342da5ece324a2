/**
 * Who may read the data of our mongod: nobody without the password that lies beside them. On a machine with several users 127.0.0.1 is
 * open to all of them, and the databases hold the signing key.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadOrCreateSecret } from './secret-file.ts';

const USER = 'css';
const generateSecret = (): string => randomBytes(32).toString('hex');

/** All that opens a mongod of ours; null for one without authentication. */
export interface MongodCredentials {
  /** The file mongod takes its key from. */
  readonly keyFile: string;
  readonly key: string;
  readonly user: string;
  readonly password: string;
}

/** The key and the password of a data folder, made where they are missing. Both files are for their owner alone. */
export function loadOrCreateCredentials(dbPath: string): MongodCredentials {
  const keyFile = join(dbPath, 'mongod.key');
  const key = loadOrCreateSecret(keyFile, generateSecret);
  return { keyFile, key, user: USER, password: loadOrCreateSecret(join(dbPath, 'mongod.password'), generateSecret) };
}

/** Connection string of a mongod; the set's member names do not matter to it. */
export function mongodUri(port: number, access: MongodCredentials | null): string {
  return access === null
    ? `mongodb://127.0.0.1:${port}/?directConnection=true`
    : `mongodb://${access.user}:${access.password}@127.0.0.1:${port}/?authSource=admin&directConnection=true`;
}

/**
 * The same as the server itself: whoever knows the key of a set is a member of it. It makes the first user without the exception
 * for connections from this machine, through which any other user of the machine could be the first.
 */
export function mongodSystemUri(port: number, access: MongodCredentials | null): string {
  return access === null
    ? mongodUri(port, null)
    : `mongodb://__system:${access.key}@127.0.0.1:${port}/?authSource=local&authMechanism=SCRAM-SHA-256&directConnection=true`;
}

/** Connection string of the mongod that runs on a folder, as its starter has it. */
export function mongodUriOfFolder(dbPath: string): string {
  const { port }: { port: number } = JSON.parse(readFileSync(join(dbPath, 'mongod.json'), 'utf8'));
  return mongodUri(port, loadOrCreateCredentials(dbPath));
}
