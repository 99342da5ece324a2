/** Split, with servers of our own, the first administrator is made as in one process (decision E2). */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../../shared/kernel/node/config.ts';
import { loadOrCreateSecret } from '../embedded-servers/secret-file.ts';

const EMAIL = 'admin@localhost';
const MIN_PASSWORD_LENGTH = 12;

export interface FirstAdministratorSetup {
  /** For the services: they make the account while there is none, and do nothing with it later. */
  readonly env: Readonly<Record<string, string>>;
  /** What whoever starts it must be told; null when an earlier start has told it. */
  readonly announcement: string | null;
}

/**
 * The credentials of a deployment that brings all its own servers and names no administrator; to be asked before MongoDB starts.
 * Null where somebody has chosen: then the identity service wants them, or has its accounts already.
 * @throws ConfigError when the password that is kept is too short
 */
export function prepareFirstAdministrator(config: Config): FirstAdministratorSetup | null {
  const { adminEmail, adminPassword, mongodbUri, natsUrl, dataDir } = config;
  if (adminEmail !== null || adminPassword !== null || mongodbUri !== null || natsUrl !== null) return null;
  const file = join(dataDir, 'admin-password');
  const isNew = !existsSync(join(dataDir, 'mongo', 'WiredTiger'));
  // Accounts that somebody began with an administrator of their own need no other.
  if (!isNew && !existsSync(file)) return null;
  const password = loadOrCreateSecret(file, () => randomBytes(18).toString('base64url'));
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new ConfigError(
      `${file} does not contain a password of at least ${MIN_PASSWORD_LENGTH} characters. Remove the file and restart.`,
    );
  }
  const line = `First start: sign in as ${EMAIL} with the password ${password} (kept in ${file}).`;
  return { env: { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: password }, announcement: isNew ? line : null };
}
