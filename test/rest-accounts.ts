/** Accounts and keys made over HTTP, as people make them. */
import { RestClient } from '../scripts/rest-client/client.ts';
import type { Permission } from '../shared/contracts/permissions.ts';

/** The password of every account made here. */
export const ACCOUNT_PASSWORD = 'a long enough password';

/** The address of the account with this name. */
export const emailOf = (name: string): string => `${name.toLowerCase()}@example.org`;

/**
 * Registers an account of this name; with a company name, the administrator of a new company. Returns its
 * session.
 */
export const registerAccount = (base: string, name: string, companyName?: string): Promise<RestClient> =>
  new RestClient(base).openSession('account.register', {
    email: emailOf(name),
    password: ACCOUNT_PASSWORD,
    name,
    ...(companyName === undefined ? {} : { company_name: companyName }),
  });

/** Makes a key of the session's account; `client` uses it. */
export async function createKey(
  session: RestClient,
  permissions: readonly Permission[],
): Promise<{ id: number; secret: string; client: RestClient }> {
  const sent = { name: 'test', permissions: [...permissions] };
  const { id, secret } = await session.call('account.keys.create', sent);
  return { id, secret, client: session.withCredential({ key: secret }) };
}
