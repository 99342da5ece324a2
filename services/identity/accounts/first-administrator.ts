/** The first start on an empty database makes the first site administrator (E2). */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { type Config, ConfigError } from '../../../shared/kernel/config.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { normaliseEmail } from '../../../shared/names.ts';
import { hashPassword } from './password.ts';
import type { Accounts } from './repository.ts';

const EMBEDDED_EMAIL = 'admin@localhost';
const PASSWORD_FILE = 'admin-password';

interface Foundation {
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
export async function checkFirstAdministrator({ accounts, config }: Pick<Foundation, 'accounts' | 'config'>): Promise<void> {
  if (await accounts.isEmpty()) readGiven(config);
}

/**
 * Makes the first administrator while there is no account at all. Two nodes that start together make one: the address is unique.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function makeFirstAdministrator({ connection, accounts, outbox, config, print }: Foundation): Promise<void> {
  if (!(await accounts.isEmpty())) return;
  const given = readGiven(config);
  const { email, password } = given ?? { email: EMBEDDED_EMAIL, password: await keepPassword(config.dataDir) };
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
      await outbox.put(session, {
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
function readGiven({ adminEmail, adminPassword, natsUrl }: Foundation['config']): { email: string; password: string } | null {
  if (adminEmail !== null && adminPassword !== null) return { email: normaliseEmail(adminEmail), password: adminPassword };
  if (adminEmail === null && adminPassword === null && natsUrl === null) return null;
  const missing = [...(adminEmail === null ? ['ADMIN_EMAIL'] : []), ...(adminPassword === null ? ['ADMIN_PASSWORD'] : [])];
  throw new ConfigError(
    `${missing.join(' and ')} must be set: there is no account yet, and the first start makes the first site administrator.`,
  );
}

/** The embedded password: made once, written before the account so that no crash between the two can lock everybody out. */
async function keepPassword(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, PASSWORD_FILE);
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    // Whole or not at all, and never over a password that is there.
    await link(draft, path);
  } catch (error) {
    if (!isTaken(error)) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const password = (await readFile(path, 'utf8')).trim();
  if (password.length < 12)
    throw new ConfigError(`${path} holds no password of 12 characters or more. Remove the file and start again.`);
  return password;
}

const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
