/**
 * Accounts for tests, created and signed in through the actions of the identity service, with the principal
 * of their session or key.
 */
import assert from 'node:assert/strict';
import type { CompanyRole } from '../shared/contracts/permissions.ts';
import type { Principal, UserPrincipal } from '../shared/kernel/auth/principal.ts';
import { anonymous } from './people.ts';
import { TEST_ADMINISTRATOR, type TestNode } from './service-node.ts';

export interface SignedUpAccount {
  principal: UserPrincipal;
  /** The session token the gateway would put into the cookie. */
  token: string;
  email: string;
}

export const TEST_PASSWORD = 'correct horse';
let accounts = 0;

/**
 * A new account, signed in; with a company name, the administrator of a new company. The node must run
 * identity.
 */
export async function signUp(node: TestNode, companyName?: string): Promise<SignedUpAccount> {
  accounts += 1;
  const email = `account${accounts}@example.org`;
  const company = companyName === undefined ? {} : { company_name: companyName };
  const who = { email, password: TEST_PASSWORD, name: `Account ${accounts}`, ...company };
  const { session_token } = await node.call(anonymous, 'identity.register', who);
  assert.ok(session_token, 'registering signs in');
  return { principal: await resolvePrincipal(node, 'session', session_token), token: session_token, email };
}

/** An account accepts the invitation to a company. @returns its principal afterwards */
export async function joinCompany(
  node: TestNode,
  company: { id: number; by: Principal },
  { token, email }: SignedUpAccount,
  role: CompanyRole,
): Promise<UserPrincipal> {
  const invitation = { id: company.id, email, role };
  const { invitation_id } = await node.call(company.by, 'companies.members.add', invitation);
  const invited = await resolvePrincipal(node, 'session', token);
  if (invitation_id !== null) await node.call(invited, 'account.invitations.accept', { id: invitation_id });
  return resolvePrincipal(node, 'session', token);
}

/** Signs in, from an IP address without failed sign-ins. */
export async function signIn(
  node: TestNode,
  { email, password }: { email: string; password: string },
): Promise<UserPrincipal> {
  const login = { email, password, address: '192.0.2.1' };
  const { session_token } = await node.call(anonymous, 'identity.signIn', login);
  return resolvePrincipal(node, 'session', session_token);
}

/** The site's first administrator, signed in. */
export const signInAdministrator = (node: TestNode): Promise<UserPrincipal> =>
  signIn(node, TEST_ADMINISTRATOR);

/** The principal of a key or session. Fails when there is none. */
export async function resolvePrincipal(
  node: TestNode,
  type: 'key' | 'session',
  secret: string,
): Promise<UserPrincipal> {
  const { principal } = await node.call(anonymous, 'identity.principal', { type, secret });
  assert.ok(principal, `the ${type} has no principal`);
  return principal;
}
