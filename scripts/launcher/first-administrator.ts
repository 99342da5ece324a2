/** Credentials of the first administrator of `npm run start:split` with embedded servers (decision E2). */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../shared/kernel/node/config.ts';
import { loadOrCreateSecret } from '../embedded-servers/secret-file.ts';

const EMAIL = 'admin@localhost';
const MIN_PASSWORD_LENGTH = 12;

interface FirstAdministratorSetup {
  /** For the services, which create the account while there is none. */
  readonly env: Readonly<Record<string, string>>;
  /** A line to print; null when an earlier start has printed it. */
  readonly announcement: string | null;
}

/**
 * The credentials of a deployment with embedded servers only and without a configured administrator, called
 * before MongoDB starts. Null otherwise: then the identity service requires the configuration, or has
 * accounts already.
 * @throws ConfigError when the stored password is too short
 */
export function prepareFirstAdministrator(config: Config): FirstAdministratorSetup | null {
  const { adminEmail, adminPassword, mongodbUri, natsUrl, dataDir } = config;
  if (adminEmail !== null || adminPassword !== null || mongodbUri !== null || natsUrl !== null) return null;
  const file = join(dataDir, 'admin-password');
  const isNew = !existsSync(join(dataDir, 'mongo', 'WiredTiger'));
  // An existing database whose administrator was configured needs no other.
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
