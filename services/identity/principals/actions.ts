/** A credential becomes a principal (architecture §8). */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { hashKey, isKeyText } from '../../../shared/kernel/callers/key-text.ts';
import type { UserPrincipal } from '../../../shared/kernel/callers/principal.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { type EntryPolicy, standingOf } from '../accounts/rules.ts';
import { isLive } from '../keys/rules.ts';
import type { Sessions } from '../sessions/repository.ts';
import { hashSessionToken, isSessionToken } from '../sessions/session-token.ts';
import type { Credentials } from './repository.ts';
import { principalOf } from './rules.ts';

type PrincipalContracts = Pick<typeof identity, 'identity.principal'>;

interface PrincipalParts {
  credentials: Credentials;
  sessions: Sessions;
  policy: EntryPolicy;
}

export const principalActions = (parts: PrincipalParts): Handlers<PrincipalContracts, Record<never, never>> => ({
  async 'identity.principal'({ type, secret }) {
    return { principal: await (type === 'key' ? ofKey(parts, secret) : ofSession(parts, secret)) };
  },
});

async function ofKey({ credentials, policy }: PrincipalParts, secret: string): Promise<UserPrincipal | null> {
  if (!isKeyText(secret)) return null;
  const hash = hashKey(secret);
  const key = await credentials.findKey(hash);
  if (!key || !isLive(key, hash, new Date()) || standingOf(key.owner, policy) !== 'active') return null;
  return principalOf(key, { type: 'key', id: key._id, name: key.name }, key.permissions);
}

async function ofSession({ credentials, sessions, policy }: PrincipalParts, token: string): Promise<UserPrincipal | null> {
  if (!isSessionToken(token)) return null;
  const found = await credentials.findSession(hashSessionToken(token));
  const now = new Date();
  if (!found || found.expires_at <= now || found.epoch !== found.owner.session_epoch) return null;
  if (standingOf(found.owner, policy) !== 'active') return null;
  await sessions.touch(found, now);
  return principalOf(found, { type: 'session' }, null);
}
