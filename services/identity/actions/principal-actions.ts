/**
 * Internal actions that resolve an API key or session token to its principal, null when it is invalid, and
 * record the use of a session; and the sign-in of programs on the bus with a key.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { hashApiKey, isApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import { TOKEN_LIFETIME_SECONDS, type UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { unauthenticated } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { accountStatus } from '../accounts/account-status.ts';
import { isActiveKey } from '../keys/key-rules.ts';
import type { IdentityService } from '../open-identity.ts';
import { buildPrincipal } from '../principals/credential-lookup.ts';
import { hashToken, isToken } from '../random-token.ts';

type PrincipalContracts = Pick<
  typeof identity,
  'identity.principal' | 'identity.keyPrincipal' | 'identity.signInWithKey'
>;

export const principalActions = (service: IdentityService): Handlers<PrincipalContracts, NoResources> => ({
  async 'identity.principal'({ type, secret }) {
    return {
      principal: await (type === 'key' ? resolveKey(service, secret) : resolveSession(service, secret)),
    };
  },

  async 'identity.keyPrincipal'({ hash }) {
    return { principal: await resolveKeyHash(service, hash) };
  },

  async 'identity.signInWithKey'({ key }, ctx) {
    const { keySignInLimits, principalTokens } = service;
    // The checksum rejects garbage without a read.
    if (!isApiKey(key)) throw unauthenticated();
    const hash = hashApiKey(key);
    const principal = await keySignInLimits.lookUp(ctx.busUser, hash, () => resolveKeyHash(service, hash));
    if (!principal) throw unauthenticated();
    const token = principalTokens.sign({ ...principal, channel: 'bus' }, 'tools', hash);
    return { token, expires_in: TOKEN_LIFETIME_SECONDS };
  },
});

const resolveKey = async (service: IdentityService, secret: string): Promise<UserPrincipal | null> =>
  isApiKey(secret) ? resolveKeyHash(service, hashApiKey(secret)) : null;

async function resolveKeyHash(
  { credentials, config }: IdentityService,
  hash: string,
): Promise<UserPrincipal | null> {
  const key = await credentials.findKey(hash);
  if (!key || !isActiveKey(key, hash, new Date()) || accountStatus(key.owner, config) !== 'active')
    return null;
  return buildPrincipal(key, { type: 'key', id: key._id, name: key.name }, key.permissions);
}

async function resolveSession(
  { credentials, sessions, config }: IdentityService,
  token: string,
): Promise<UserPrincipal | null> {
  if (!isToken(token)) return null;
  const stored = await credentials.findSession(hashToken(token));
  const now = new Date();
  if (!stored || stored.expires_at <= now || stored.epoch !== stored.owner.session_epoch) return null;
  if (accountStatus(stored.owner, config) !== 'active') return null;
  await sessions.touch(stored, now);
  return buildPrincipal(stored, { type: 'session', id: stored._id }, null);
}
