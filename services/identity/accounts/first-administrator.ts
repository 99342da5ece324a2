/**
 * First site administrator, created while there are no accounts: with ADMIN_EMAIL and ADMIN_PASSWORD, or in a
 * single process with a generated password. Also the check before the start that these are set where
 * needed.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { findPasswordFault } from '../passwords/password-rules.ts';
import { DEFAULT_ADMIN_EMAIL, describeFirstStart, loadOrCreateAdminPassword } from './admin-password.ts';
import type { Accounts, NewAccount } from './repository.ts';

const ADMINISTRATOR: Omit<NewAccount, 'email' | 'passwordHash'> = {
  name: 'Administrator',
  emailVerified: true,
  approved: true,
  siteRoles: ['SiteAdmin'],
};

interface FirstStart {
  connection: Connection;
  accounts: Accounts;
  outbox: Outbox;
  config: Pick<Config, 'adminEmail' | 'adminPassword' | 'natsUrl' | 'dataDir'>;
  /** Prints a line to the terminal. */
  print: (line: string) => void;
}

/**
 * Checks before anything is started that the first administrator can be created, so that a node that cannot
 * exits immediately.
 * @throws ConfigError when the credentials are needed and missing
 */
export async function assertFirstAdministratorConfig({
  accounts,
  config,
}: Pick<FirstStart, 'accounts' | 'config'>): Promise<void> {
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
}: FirstStart): Promise<void> {
  if (!(await accounts.isEmpty())) return;
  const configured = readConfiguredCredentials(config);
  const { email, password } = configured ?? {
    email: DEFAULT_ADMIN_EMAIL,
    password: await loadOrCreateAdminPassword(config.dataDir),
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
  if (!configured) print(describeFirstStart(config.dataDir, password));
}

/** The configured credentials; null where generated ones are used. */
function readConfiguredCredentials({
  adminEmail,
  adminPassword,
  natsUrl,
}: FirstStart['config']): { email: string; password: string } | null {
  if (adminEmail !== null && adminPassword !== null) {
    const email = normaliseEmail(adminEmail);
    const fault = findPasswordFault(adminPassword, { email, name: ADMINISTRATOR.name });
    if (fault !== null)
      throw new ConfigError(`ADMIN_PASSWORD is too easy to guess: it ${fault}. Choose another one.`);
    return { email, password: adminPassword };
  }
  if (adminEmail === null && adminPassword === null && natsUrl === null) return null;
  const missing = [
    ...(adminEmail === null ? ['ADMIN_EMAIL'] : []),
    ...(adminPassword === null ? ['ADMIN_PASSWORD'] : []),
  ];
  throw new ConfigError(
    `${missing.join(' and ')} must be set: there are no accounts yet, and the first start creates the first site administrator.`,
  );
}
