/** Opening accounts through the front door: register, the mail's token, sign in, make a key. */
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
  const nobody = site.principal('nobody');
  await site.must(nobody, 'account.register', {
    body: { email, password: PASSWORD, name, ...(company ? { company_name: company } : {}) },
  });
  await site.must(nobody, 'account.verifyEmail', { body: { token: await site.mails.tokenTo(email) } });
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
    userId: numberIn(json, 'id'),
    keyId: 0,
    credential: { label: label(`${name} session`), cookie },
  });
}

/** The same account with a key that carries every permission there is. */
export async function giveKey(site: Site, session: Principal): Promise<Principal> {
  const made = await site.must(session, 'account.keys.create', { body: { name: 'fuzz', permissions: [...PERMISSIONS] } });
  const name = session.name.replace(' session', ' key');
  return site.admit({
    ...session,
    name,
    kind: 'key',
    keyId: numberIn(made, 'id'),
    credential: { label: label(name), key: String(made.secret) },
  });
}

const label = (name: string): string => name.toUpperCase().replace(/[^A-Z]/g, '_');

/** A member of an answer; undefined when it is not there. */
export function memberOf(answer: unknown, member: string): unknown {
  return typeof answer === 'object' && answer !== null
    ? Object.entries(answer).find(([name]) => name === member)?.[1]
    : undefined;
}

/** A number that an answer must hold. */
export function numberIn(answer: unknown, member: string): number {
  const found = memberOf(answer, member);
  if (typeof found !== 'number')
    throw new Error(`the answer has no number '${member}': ${JSON.stringify(answer)?.slice(0, 300)}`);
  return found;
}
