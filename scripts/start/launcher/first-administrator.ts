/**
 * Email and password of the first administrator for `npm run start:split` with embedded servers, created
 * and announced on the first start.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  adminPasswordFile,
  DEFAULT_ADMIN_EMAIL,
  describeFirstStart,
  loadOrCreateAdminPassword,
} from '../../../services/identity/accounts/admin-password.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';

interface FirstAdministratorSetup {
  /** Variables for the services, which create the account while there is none. */
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
export async function prepareFirstAdministrator(config: Config): Promise<FirstAdministratorSetup | null> {
  const { adminEmail, adminPassword, mongodbUri, natsUrl, dataDir } = config;
  if (adminEmail !== null || adminPassword !== null || mongodbUri !== null || natsUrl !== null) return null;
  const isNew = !existsSync(join(dataDir, 'mongo', 'WiredTiger'));
  // An existing database whose administrator was configured needs no other.
  if (!isNew && !existsSync(adminPasswordFile(dataDir))) return null;
  const password = await loadOrCreateAdminPassword(dataDir);
  return {
    env: { ADMIN_EMAIL: DEFAULT_ADMIN_EMAIL, ADMIN_PASSWORD: password },
    announcement: isNew ? describeFirstStart(dataDir, password) : null,
  };
}
