/**
 * Internal action `identity.principal`: resolves an API key or session token to its principal for the
 * gateway, null when it is invalid, and records the use of a session (architecture §8).
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { hashApiKey, isApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import { accountStatus, type EntryPolicy } from '../accounts/rules.ts';
import { isActiveKey } from '../keys/rules.ts';
import type { Sessions } from '../sessions/repository.ts';
import { hashSessionToken, isSessionToken } from '../sessions/session-token.ts';
import { buildPrincipal } from './build-principal.ts';
import type { CredentialLookup } from './credential-lookup.ts';

type PrincipalContracts = Pick<typeof identity, 'identity.principal'>;

interface Deps {
  credentials: CredentialLookup;
  sessions: Sessions;
  policy: EntryPolicy;
}

export const principalActions = (deps: Deps): Handlers<PrincipalContracts, NoResources> => ({
  async 'identity.principal'({ type, secret }) {
    return { principal: await (type === 'key' ? resolveKey(deps, secret) : resolveSession(deps, secret)) };
  },
});

async function resolveKey({ credentials, policy }: Deps, secret: string): Promise<UserPrincipal | null> {
  if (!isApiKey(secret)) return null;
  const hash = hashApiKey(secret);
  const key = await credentials.findKey(hash);
  if (!key || !isActiveKey(key, hash, new Date()) || accountStatus(key.owner, policy) !== 'active')
    return null;
  return buildPrincipal(key, { type: 'key', id: key._id, name: key.name }, key.permissions);
}

async function resolveSession(
  { credentials, sessions, policy }: Deps,
  token: string,
): Promise<UserPrincipal | null> {
  if (!isSessionToken(token)) return null;
  const stored = await credentials.findSession(hashSessionToken(token));
  const now = new Date();
  if (!stored || stored.expires_at <= now || stored.epoch !== stored.owner.session_epoch) return null;
  if (accountStatus(stored.owner, policy) !== 'active') return null;
  await sessions.touch(stored, now);
  return buildPrincipal(stored, { type: 'session' }, null);
}
