/**
 * Creation of accounts, members of companies, and API keys over REST; acceptance of the agreement and
 * identity of a caller over any transport; lists of permissions for keys. For the demo, tests, benchmarks
 * and the fuzzer.
 */

import { type CompanyRole, PERMISSIONS, type Permission } from '../../shared/contracts/permissions.ts';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { RestClient } from '../../shared/rest-client/client.ts';

export const AUTHOR_PERMISSIONS: readonly Permission[] = [
  'standard:read',
  'standard:view_revisions',
  'standard:view_drafts',
  'standard:create',
  'standard:update',
  'standard:revision:save',
  'category:read',
  'category:create',
];

/** Permissions of a specifier, who writes standards and runs projects. */
export const SPECIFIER_PERMISSIONS: readonly Permission[] = [
  ...AUTHOR_PERMISSIONS,
  'project:create',
  'project:read',
  'project:revision:view',
  'project:draft:view',
  'project:draft:create',
  'project:draft:edit',
  'project:draft:delete',
  'project:publish',
  'project:export',
  'project:download',
  'project:upload',
  'project:upload:edit',
  'datasheet:read',
];

/** Password of every account created here that is given none. */
export const ACCOUNT_PASSWORD = 'a long enough password';

/** Email address of the account with this name. */
export const emailOf = (name: string): string => `${name.toLowerCase()}@example.org`;

/**
 * Registers an account of this name; with a company name, the administrator of a new company. Returns its
 * session.
 */
export const registerAccount = (
  base: string,
  name: string,
  companyName?: string,
  email = emailOf(name),
  password = ACCOUNT_PASSWORD,
): Promise<RestClient> =>
  new RestClient(base).openSession('account.register', {
    email,
    password,
    name,
    ...(companyName === undefined ? {} : { company_name: companyName }),
  });

/** Registers an account that the administrator has invited: it joins the company. Returns its session. */
export async function registerMember(
  administrator: RestClient,
  name: string,
  role: CompanyRole,
  email = emailOf(name),
  password = ACCOUNT_PASSWORD,
): Promise<RestClient> {
  const { companyId } = await identify(administrator);
  await administrator.call('companies.members.add', { id: companyId, email, role });
  return registerAccount(administrator.base, name, undefined, email, password);
}

/** An account joins the administrator's company: one invites, the other accepts. A member of it gets the role. */
export async function joinCompany(
  administrator: ApiCaller,
  { member, email, role }: { member: ApiCaller; email: string; role: CompanyRole },
): Promise<void> {
  const { companyId } = await identify(administrator);
  const { invitation_id } = await administrator.call('companies.members.add', { id: companyId, email, role });
  if (invitation_id !== null) await member.call('account.invitations.accept', { id: invitation_id });
}

/** User and company of the caller; the company is 0 where there is none. */
export async function identify(api: ApiCaller): Promise<{ userId: number; companyId: number }> {
  const { user } = await api.call('discovery.whoami');
  return { userId: user.id, companyId: user.company_id ?? 0 };
}

/** Creates a key of the session's account, by default with every permission; `client` uses it. */
export async function createKey(
  session: RestClient,
  permissions: readonly Permission[] = PERMISSIONS,
  name = 'test',
): Promise<{ id: number; secret: string; client: RestClient }> {
  const { id, secret } = await session.call('account.keys.create', { name, permissions: [...permissions] });
  return { id, secret, client: session.withCredential({ key: secret }) };
}

/** Accepts the contributors' agreement, without which nobody contributes to the wiki. */
export async function acceptAgreement(api: ApiCaller): Promise<void> {
  await api.call('account.cla.accept', { document_id: (await api.call('account.cla.get')).id });
}
