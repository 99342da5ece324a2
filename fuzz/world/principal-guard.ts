/**
 * Guard of the principals: requests that would revoke their own keys or accounts are redirected to others, so
 * that the run can go on.
 */
import type { FuzzRequest } from '../fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import type { FuzzPrincipal } from './principals.ts';

const MISSING_ID = '999999999';

/** The draft, turned away from the accounts and keys that the run itself needs. */
export function protectPrincipals(site: FuzzWorld, draft: FuzzRequest): FuzzRequest {
  const { endpoint, path } = draft;
  const lasting = site.principals.filter(({ name }) => name !== 'guest session');
  if (endpoint === 'account.logout' || endpoint === 'companies.create') return sendAsGuest(site, draft);
  if (endpoint?.startsWith('account.keys.') && draft.method !== 'GET')
    return avoidProtectedId(draft, 'id', lasting, ({ keyId }) => keyId);
  if (endpoint === 'admin.users.update')
    return avoidProtectedId(draft, 'id', lasting, ({ userId }) => userId);
  if (endpoint === 'companies.members.update' || endpoint === 'companies.members.remove')
    return avoidProtectedId(draft, 'userId', lasting, ({ userId }) => userId);
  if (endpoint === 'companies.members.add' && mentionsPrincipal(draft, site.principals))
    return { ...draft, path: { ...path, id: MISSING_ID } };
  return draft;
}

/**
 * Signing out and founding a firm can be done once by an account; a key of any account is refused and may
 * try.
 */
function sendAsGuest(site: FuzzWorld, draft: FuzzRequest): FuzzRequest {
  return site.principal(draft.who).kind === 'session' ? { ...draft, who: 'guest session' } : draft;
}

function avoidProtectedId(
  draft: FuzzRequest,
  name: string,
  spared: readonly FuzzPrincipal[],
  idOf: (principal: FuzzPrincipal) => number,
): FuzzRequest {
  const value = Number(decodeLoosely(draft.path[name] ?? ''));
  return spared.some((principal) => idOf(principal) === value)
    ? { ...draft, path: { ...draft.path, [name]: MISSING_ID } }
    : draft;
}

function mentionsPrincipal(draft: FuzzRequest, spared: readonly FuzzPrincipal[]): boolean {
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
