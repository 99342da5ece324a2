/**
 * The generated password of the first site administrator: its creation, the file of the data folder that keeps it,
 * and the line that a first start prints. Used by this service and by the launcher (`scripts/start`).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';
export const DEFAULT_ADMIN_EMAIL = 'admin@localhost';
const MIN_PASSWORD_LENGTH = 12;

/** Begins with a letter, because it is pasted into command lines, where a dash would begin an option. */
export const newAdminPassword = (): string => `p${randomBytes(18).toString('base64url')}`;

/** The file that keeps the password. */
export const adminPasswordFile = (dataDir: string): string => join(dataDir, 'admin-password');

/** The line that a first start prints. */
export const describeFirstStart = (dataDir: string, password: string): string =>
  `First start: sign in as ${DEFAULT_ADMIN_EMAIL} with the password ${password} (kept in ${adminPasswordFile(dataDir)}).`;

/**
 * The generated password, written to disk before the account is created so that no crash between the two
 * locks everybody out.
 * @throws ConfigError when the file contains none
 */
export async function loadOrCreateAdminPassword(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = adminPasswordFile(dataDir);
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, `${newAdminPassword()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Atomic, and never replaces an existing password.
    await link(temporary, path);
  } catch (error) {
    if (!hasSystemCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  // Copying the folder may have widened the permissions.
  await chmod(path, 0o600);
  const password = (await readFile(path, 'utf8')).trim();
  if (password.length < MIN_PASSWORD_LENGTH)
    throw new ConfigError(
      `${path} does not contain a password of at least ${MIN_PASSWORD_LENGTH} characters. Remove the file and restart.`,
    );
  return password;
}
