/** Opening accounts through the front door: register, the mail's token, sign in, make a key. */
import { readAnswer } from '../../scripts/rest-client/endpoints.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import type { Principal } from './principals.ts';
import type { Site } from './site.ts';

export const PASSWORD = 'a long enough password';

export interface Wanted {
  readonly name: string;
  readonly tenant: string;
  readonly mark: string;
  readonly email: string;
  readonly company?: string;
}

/** A new account with a browser session. */
export async function openAccount(site: Site, { name, tenant, mark, email, company }: Wanted): Promise<Principal> {
  const nobody = site.asker(site.principal('nobody'));
  await nobody.call('account.register', { email, password: PASSWORD, name, ...(company ? { company_name: company } : {}) });
  await nobody.call('account.verifyEmail', { token: await site.mails.tokenTo(email) });
  return signIn(site, { name, tenant, mark, email }, PASSWORD);
}

/** The session of an account that is there already. */
export async function signIn(site: Site, { name, tenant, mark, email }: Wanted, password: string): Promise<Principal> {
  const { answer, json } = await site.send({
    who: 'nobody',
    endpoint: 'account.login',
    method: 'POST',
    template: '/api/account/login',
    path: {},
    query: [],
    body: { email, password },
    headers: {},
  });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (!cookie) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text.slice(0, 300)}`);
  return site.admit({
    name: `${name} session`,
    kind: 'session',
    tenant,
    account: email,
    mark,
    email,
    userId: readAnswer('account.login', json).id,
    keyId: 0,
    credential: { label: label(`${name} session`), cookie },
  });
}

/** The same account with a key that carries every permission there is. */
export async function giveKey(site: Site, session: Principal): Promise<Principal> {
  const made = await site.asker(session).call('account.keys.create', { name: 'fuzz', permissions: [...PERMISSIONS] });
  const name = session.name.replace(' session', ' key');
  return site.admit({
    ...session,
    name,
    kind: 'key',
    keyId: made.id,
    credential: { label: label(name), key: made.secret },
  });
}

const label = (name: string): string => name.toUpperCase().replace(/[^A-Z]/g, '_');
