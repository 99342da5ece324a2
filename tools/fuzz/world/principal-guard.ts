/**
 * Protection of the run's own accounts and keys: a request that would end a session, revoke a key or change
 * an account of a principal is sent by the guest, or to a missing id, instead.
 */
import type { FuzzRequest } from '../fuzz-request.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import type { FuzzPrincipal } from './principals.ts';

const MISSING_ID = '999999999';

/** The request, redirected from the accounts and keys that the run itself needs. */
export function protectPrincipals(world: FuzzWorld, request: FuzzRequest): FuzzRequest {
  const { endpoint, path } = request;
  const protectedPrincipals = world.principals.filter(({ name }) => name !== 'guest session');
  if (endpoint === 'account.logout' || endpoint === 'companies.create') return sendAsGuest(world, request);
  if (endpoint?.startsWith('account.keys.') && request.method !== 'GET')
    return avoidProtectedId(request, 'id', protectedPrincipals, ({ keyId }) => keyId);
  if (endpoint === 'admin.users.update')
    return avoidProtectedId(request, 'id', protectedPrincipals, ({ userId }) => userId);
  if (endpoint === 'companies.members.update' || endpoint === 'companies.members.remove')
    return avoidProtectedId(request, 'userId', protectedPrincipals, ({ userId }) => userId);
  if (endpoint === 'companies.members.add' && mentionsPrincipal(request, world.principals))
    return { ...request, path: { ...path, id: MISSING_ID } };
  // A member from another tenant would be shown the project’s data, which the isolation check reports.
  if (endpoint === 'projects.invite' && mentionsPrincipal(request, world.principals))
    return { ...request, path: { ...path, projectId: MISSING_ID } };
  return request;
}

/** An account can sign out and create a company once, so the guest does it; a key is refused anyway. */
function sendAsGuest(world: FuzzWorld, request: FuzzRequest): FuzzRequest {
  return world.principal(request.who).kind === 'session' ? { ...request, who: 'guest session' } : request;
}

function avoidProtectedId(
  request: FuzzRequest,
  name: string,
  protectedPrincipals: readonly FuzzPrincipal[],
  idOf: (principal: FuzzPrincipal) => number,
): FuzzRequest {
  const value = Number(decodeLoosely(request.path[name] ?? ''));
  return protectedPrincipals.some((principal) => idOf(principal) === value)
    ? { ...request, path: { ...request.path, [name]: MISSING_ID } }
    : request;
}

function mentionsPrincipal(request: FuzzRequest, protectedPrincipals: readonly FuzzPrincipal[]): boolean {
  const text = (request.raw ?? JSON.stringify(request.body ?? '')).toLowerCase();
  return protectedPrincipals.some(({ email }) => email !== '' && text.includes(email));
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
