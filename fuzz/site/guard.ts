/** What would take the principals out of the run is sent against somebody else: one that has no key any more finds nothing. */
import type { Draft } from '../draft.ts';
import type { Principal } from './principals.ts';
import type { Site } from './site.ts';

const NOBODYS_ID = '999999999';

/** The draft, turned away from the accounts and keys that the run itself needs. */
export function spare(site: Site, draft: Draft): Draft {
  const { endpoint, path } = draft;
  const lasting = site.principals.filter(({ name }) => name !== 'guest session');
  if (endpoint === 'account.logout' || endpoint === 'companies.create') return turnToGuest(site, draft);
  if (endpoint?.startsWith('account.keys.') && draft.method !== 'GET') return aside(draft, 'id', lasting, ({ keyId }) => keyId);
  if (endpoint === 'admin.users.update') return aside(draft, 'id', lasting, ({ userId }) => userId);
  if (endpoint === 'companies.members.update' || endpoint === 'companies.members.remove')
    return aside(draft, 'userId', lasting, ({ userId }) => userId);
  if (endpoint === 'companies.members.add' && namesOneOf(draft, site.principals))
    return { ...draft, path: { ...path, id: NOBODYS_ID } };
  return draft;
}

/** Signing out and founding a firm can be done once by an account; a key of any account is refused and may try. */
function turnToGuest(site: Site, draft: Draft): Draft {
  return site.principal(draft.who).kind === 'session' ? { ...draft, who: 'guest session' } : draft;
}

function aside(draft: Draft, name: string, spared: readonly Principal[], idOf: (principal: Principal) => number): Draft {
  const value = Number(decodeLoosely(draft.path[name] ?? ''));
  return spared.some((principal) => idOf(principal) === value)
    ? { ...draft, path: { ...draft.path, [name]: NOBODYS_ID } }
    : draft;
}

function namesOneOf(draft: Draft, spared: readonly Principal[]): boolean {
  const text = (draft.raw ?? JSON.stringify(draft.body ?? '')).toLowerCase();
  return spared.some(({ email }) => email !== '' && text.includes(email));
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
