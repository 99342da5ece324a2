/** Signing in and out (A10, A17). */
import type { Connection } from 'mongoose';
import type { ErrorCode } from '../../../shared/contracts/error-codes.ts';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { normaliseEmail } from '../../../shared/names.ts';
import { isPassword } from '../accounts/password.ts';
import { presentAccount } from '../accounts/present.ts';
import type { Accounts } from '../accounts/repository.ts';
import { type EntryPolicy, type Standing, standingOf } from '../accounts/rules.ts';
import type { Announce } from '../news.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Sessions } from './repository.ts';
import { isSessionToken } from './session-token.ts';

type SessionContracts = Pick<typeof identity, 'identity.signIn' | 'identity.signOut'>;

interface SessionParts {
  connection: Connection;
  accounts: Accounts;
  sessions: Sessions;
  limits: LoginLimits;
  policy: EntryPolicy;
  announce: Announce;
}

/** The handlers that sign in and out (A10, A11, A17). */
export const sessionActions = (parts: SessionParts): Handlers<SessionContracts, Record<never, never>> => ({
  async 'identity.signIn'({ email: sent, password, address, userAgent }, call) {
    const { connection, accounts, sessions, limits, policy } = parts;
    const email = normaliseEmail(sent);
    await limits.check(email, address);
    const user = await accounts.findByEmail(email);
    const matches = await isPassword(password, user?.password_hash ?? null);
    if (!user || !matches) {
      await limits.countFailure(email, address);
      throw fail('INVALID_CREDENTIALS', 'The address or the password is wrong.');
    }
    // Guesses that came at once with this one may have spent the failures meanwhile; then this one must not be told right.
    await limits.check(email, address);
    requireEntry(standingOf(user, policy));
    const opened = await inTransaction(connection, async (session) => {
      const made = await sessions.open(session, user, userAgent ?? null, new Date());
      await call.audit(session, { action: 'account.login', userId: user._id, resource: { type: 'user', id: user._id } });
      return made;
    });
    return { account: presentAccount(user), session_token: opened.token, session_ends_at: opened.endsAt.toISOString() };
  },

  async 'identity.signOut'({ session_token }, call) {
    if (!isSessionToken(session_token)) return { signed_out: false };
    const userId = await inTransaction(parts.connection, async (session) => {
      const closed = await parts.sessions.close(session, session_token);
      if (closed !== null) {
        await call.audit(session, { action: 'account.logout', userId: closed, resource: { type: 'user', id: closed } });
      }
      return closed;
    });
    if (userId !== null) await parts.announce(userId);
    return { signed_out: userId !== null };
  },
});

const BARRED: Readonly<Record<Exclude<Standing, 'active'>, readonly [ErrorCode, string]>> = {
  suspended: ['ACCOUNT_SUSPENDED', 'This account is suspended. Ask an administrator of the site.'],
  unapproved: ['ACCOUNT_NOT_APPROVED', 'This account waits for the approval of an administrator of the site.'],
  unverified: ['EMAIL_NOT_VERIFIED', 'The address of this account is not verified yet. Follow the mail that was sent to it.'],
};

/** @throws ACCOUNT_SUSPENDED, ACCOUNT_NOT_APPROVED or EMAIL_NOT_VERIFIED */
function requireEntry(standing: Standing): void {
  if (standing === 'active') return;
  const [code, sentence] = BARRED[standing];
  throw fail(code, sentence);
}
