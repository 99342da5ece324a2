/**
 * Internal actions `identity.signIn` and `identity.signOut`, which the gateway calls: password, failure
 * limits, account status, session (A10, A11, A17). The gateway sets the cookie.
 */
import type { Connection } from 'mongoose';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { accountStatus, type EntryPolicy } from '../accounts/account-status.ts';
import { verifyPassword } from '../accounts/password.ts';
import { presentAccount } from '../accounts/present.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import { assertActive } from './errors.ts';
import type { Sessions } from './repository.ts';
import { isSessionToken } from './session-token.ts';
import type { SignInLimits } from './sign-in-limits.ts';

type SessionContracts = Pick<typeof identity, 'identity.signIn' | 'identity.signOut'>;

interface Deps {
  connection: Connection;
  accounts: Accounts;
  sessions: Sessions;
  limits: SignInLimits;
  policy: EntryPolicy;
  publishPrincipalChanged: PublishPrincipalChanged;
}

export const sessionActions = (deps: Deps): Handlers<SessionContracts, NoResources> => ({
  async 'identity.signIn'({ email: rawEmail, password, address }, call) {
    const { connection, accounts, sessions, limits, policy } = deps;
    const email = normaliseEmail(rawEmail);
    await limits.assertAllowed(email, address);
    const user = await accounts.findBySentEmail(rawEmail);
    const matches = await verifyPassword(password, user?.password_hash ?? null);
    if (!user || !matches) {
      await limits.countFailure(email, address);
      throw apiError('INVALID_CREDENTIALS', 'The email or password is incorrect.');
    }
    // Concurrent guesses may have reached the limit meanwhile; then this one must not be confirmed as right.
    await limits.assertAllowed(email, address);
    assertActive(accountStatus(user, policy));
    const opened = await inTransaction(connection, async (session) => {
      const newSession = await sessions.open(session, user, new Date());
      await call.audit(session, {
        action: 'account.login',
        userId: user._id,
        resource: { type: 'user', id: user._id },
      });
      return newSession;
    });
    return {
      account: presentAccount(user),
      session_token: opened.token,
      session_ends_at: opened.expiresAt.toISOString(),
    };
  },

  async 'identity.signOut'({ session_token }, call) {
    if (!isSessionToken(session_token)) return { signed_out: false };
    const userId = await inTransaction(deps.connection, async (session) => {
      const closed = await deps.sessions.close(session, session_token);
      if (closed !== null) {
        await call.audit(session, {
          action: 'account.logout',
          userId: closed,
          resource: { type: 'user', id: closed },
        });
      }
      return closed;
    });
    if (userId !== null) await deps.publishPrincipalChanged(userId);
    return { signed_out: userId !== null };
  },
});
