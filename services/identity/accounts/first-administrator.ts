/** The first start on an empty database makes the first site administrator (E2). */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { type Config, ConfigError } from '../../../shared/kernel/node/config.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { hashPassword } from './password.ts';
import type { Accounts } from './repository.ts';

const DEFAULT_EMAIL = 'admin@localhost';
const PASSWORD_FILE = 'admin-password';

interface Deps {
  connection: Connection;
  accounts: Accounts;
  outbox: Outbox;
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'natsUrl' | 'dataDir'>;
  /** Shows a line to whoever started the process. */
  print: (line: string) => void;
}

/**
 * Asked before anything is started: a node that may not make the first administrator says so in one line and ends.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function assertFirstAdministratorConfig({ accounts, config }: Pick<Deps, 'accounts' | 'config'>): Promise<void> {
  if (await accounts.isEmpty()) readConfiguredCredentials(config);
}

/**
 * Makes the first administrator while there is no account at all. Two nodes that start together make one: the address is unique.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function createFirstAdministrator({ connection, accounts, outbox, config, print }: Deps): Promise<void> {
  if (!(await accounts.isEmpty())) return;
  const given = readConfiguredCredentials(config);
  const { email, password } = given ?? { email: DEFAULT_EMAIL, password: await loadOrCreatePassword(config.dataDir) };
  const passwordHash = await hashPassword(password);
  const id = await accounts.nextId();
  try {
    await inTransaction(connection, async (session) => {
      await accounts.add(
        session,
        id,
        {
          email,
          name: 'Administrator',
          passwordHash,
          emailVerified: true,
          approved: true,
          siteRoles: ['SiteAdmin'],
        },
        new Date(),
      );
      await outbox.add(session, {
        user_id: id,
        action: 'account.register',
        channel: 'bus',
        key_id: null,
        request_id: randomUUID(),
        resource: { type: 'user', id },
        details: { first_administrator: true, before: null, after: { site_roles: ['SiteAdmin'] } },
      });
    });
  } catch (error) {
    if (isDuplicateKey(error)) return;
    throw error;
  }
  if (!given)
    print(`First start: sign in as ${email} with the password ${password} (kept in ${join(config.dataDir, PASSWORD_FILE)}).`);
}

/** The configured credentials; null where the embedded ones do. */
function readConfiguredCredentials({
  adminEmail,
  adminPassword,
  natsUrl,
}: Deps['config']): { email: string; password: string } | null {
  if (adminEmail !== null && adminPassword !== null) return { email: normaliseEmail(adminEmail), password: adminPassword };
  if (adminEmail === null && adminPassword === null && natsUrl === null) return null;
  const missing = [...(adminEmail === null ? ['ADMIN_EMAIL'] : []), ...(adminPassword === null ? ['ADMIN_PASSWORD'] : [])];
  throw new ConfigError(
    `${missing.join(' and ')} must be set: there are no accounts yet, and the first start creates the first site administrator.`,
  );
}

/** The embedded password: made once, written before the account so that no crash between the two can lock everybody out. */
async function loadOrCreatePassword(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, PASSWORD_FILE);
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Whole or not at all, and never over a password that is there.
    await link(draft, path);
  } catch (error) {
    if (!isFileExistsError(error)) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const password = (await readFile(path, 'utf8')).trim();
  if (password.length < 12)
    throw new ConfigError(`${path} does not contain a password of at least 12 characters. Remove the file and restart.`);
  return password;
}

const isFileExistsError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
