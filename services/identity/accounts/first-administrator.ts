/** First site administrator, created by the first start on an empty database (E2). */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { hashPassword } from './password.ts';
import type { Accounts, NewAccount } from './repository.ts';

const DEFAULT_EMAIL = 'admin@localhost';
const PASSWORD_FILE = 'admin-password';
const ADMINISTRATOR: Omit<NewAccount, 'email' | 'passwordHash'> = {
  name: 'Administrator',
  emailVerified: true,
  approved: true,
  siteRoles: ['SiteAdmin'],
};

interface Deps {
  connection: Connection;
  accounts: Accounts;
  outbox: Outbox;
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'natsUrl' | 'dataDir'>;
  /** Prints a line to the terminal. */
  print: (line: string) => void;
}

/**
 * Checks before anything is started that the first administrator can be created, so that a node that cannot
 * exits at once.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function assertFirstAdministratorConfig({
  accounts,
  config,
}: Pick<Deps, 'accounts' | 'config'>): Promise<void> {
  if (await accounts.isEmpty()) readConfiguredCredentials(config);
}

/**
 * Creates the first administrator while there is no account at all. Nodes that start together create one: the
 * email is unique.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function createFirstAdministrator({
  connection,
  accounts,
  outbox,
  config,
  print,
}: Deps): Promise<void> {
  if (!(await accounts.isEmpty())) return;
  const configured = readConfiguredCredentials(config);
  const { email, password } = configured ?? {
    email: DEFAULT_EMAIL,
    password: await loadOrCreatePassword(config.dataDir),
  };
  const passwordHash = await hashPassword(password);
  const id = await accounts.nextId();
  try {
    await inTransaction(connection, async (session) => {
      await accounts.add(session, id, { ...ADMINISTRATOR, email, passwordHash }, new Date());
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
  if (!configured)
    print(
      `First start: sign in as ${email} with the password ${password} (kept in ${join(config.dataDir, PASSWORD_FILE)}).`,
    );
}

/** The configured credentials; null where the generated ones do. */
function readConfiguredCredentials({
  adminEmail,
  adminPassword,
  natsUrl,
}: Deps['config']): { email: string; password: string } | null {
  if (adminEmail !== null && adminPassword !== null)
    return { email: normaliseEmail(adminEmail), password: adminPassword };
  if (adminEmail === null && adminPassword === null && natsUrl === null) return null;
  const missing = [
    ...(adminEmail === null ? ['ADMIN_EMAIL'] : []),
    ...(adminPassword === null ? ['ADMIN_PASSWORD'] : []),
  ];
  throw new ConfigError(
    `${missing.join(' and ')} must be set: there are no accounts yet, and the first start creates the first site administrator.`,
  );
}

/**
 * The generated password, written to disk before the account is created so that no crash between the two
 * locks everybody out.
 */
async function loadOrCreatePassword(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, PASSWORD_FILE);
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Atomic, and never replaces an existing password.
    await link(temporary, path);
  } catch (error) {
    if (!isFileExistsError(error)) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const password = (await readFile(path, 'utf8')).trim();
  if (password.length < 12)
    throw new ConfigError(
      `${path} does not contain a password of at least 12 characters. Remove the file and restart.`,
    );
  return password;
}

const isFileExistsError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
