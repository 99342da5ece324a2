/**
 * Creation of principals over HTTP: a new account with a session (registered and verified by mail token), a
 * session of an existing account, and a key with all permissions. Each is added to the world.
 */

import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import { parseResponse } from '../../../shared/rest-client/response-contract.ts';
import { ACCOUNT_PASSWORD } from '../../world/accounts.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import type { FuzzPrincipal } from './principals.ts';

export interface AccountOptions {
  readonly name: string;
  readonly tenant: string;
  /** Word in the texts of its tenant, by which another tenant's response that shows them is found. */
  readonly mark: string;
  readonly email: string;
  readonly company?: string;
}

/** A new account with a browser session. */
export async function createAccount(
  world: FuzzWorld,
  { name, tenant, mark, email, company }: AccountOptions,
): Promise<FuzzPrincipal> {
  const nobody = world.callerFor(world.principal('nobody'));
  await nobody.call('account.register', {
    email,
    password: ACCOUNT_PASSWORD,
    name,
    ...(company ? { company_name: company } : {}),
  });
  await nobody.call('account.verifyEmail', { token: await world.mails.waitForToken(email) });
  return signIn(world, { name, tenant, mark, email }, ACCOUNT_PASSWORD);
}

/** The session of an account that is there already. */
export async function signIn(
  world: FuzzWorld,
  { name, tenant, mark, email }: AccountOptions,
  password: string,
): Promise<FuzzPrincipal> {
  const { response, json } = await world.send({
    who: 'nobody',
    endpoint: 'account.login',
    method: 'POST',
    template: '/api/account/login',
    path: {},
    query: [],
    body: { email, password },
    headers: {},
  });
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
  if (!cookie) throw new Error(`${email} cannot sign in: ${response.status} ${response.text.slice(0, 300)}`);
  return world.addPrincipal({
    name: `${name} session`,
    kind: 'session',
    tenant,
    account: email,
    mark,
    email,
    userId: parseResponse('account.login', json).id,
    keyId: 0,
    credential: { label: label(`${name} session`), cookie },
  });
}

/** The same account with a key that carries every permission there is. */
export async function createKey(world: FuzzWorld, session: FuzzPrincipal): Promise<FuzzPrincipal> {
  const created = await world
    .callerFor(session)
    .call('account.keys.create', { name: 'fuzz', permissions: [...PERMISSIONS] });
  const name = session.name.replace(' session', ' key');
  return world.addPrincipal({
    ...session,
    name,
    kind: 'key',
    keyId: created.id,
    credential: { label: label(name), key: created.secret },
  });
}

const label = (name: string): string => name.toUpperCase().replace(/[^A-Z]/g, '_');
