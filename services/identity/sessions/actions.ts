/**
 * Internal actions `identity.signIn` and `identity.signOut`, which the gateway calls: password, failure
 * limits, account status, session (A10, A11, A17). The gateway sets the cookie.
 */
import type { Connection } from 'mongoose';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { accountStatus, type EntryPolicy } from '../accounts/account-status.ts';
import { presentAccount } from '../accounts/present.ts';
import type { Accounts } from '../accounts/repository.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import { assertActive } from './errors.ts';
import { type KnownBrowsers, presentKnownBrowser } from './known-browsers.ts';
import type { LimitedSignIn } from './limited-sign-in.ts';
import type { Sessions } from './repository.ts';
import { isSessionToken } from './session-token.ts';

type SessionContracts = Pick<typeof identity, 'identity.signIn' | 'identity.signOut'>;

interface Deps {
  connection: Connection;
  accounts: Accounts;
  sessions: Sessions;
  limitedSignIn: LimitedSignIn;
  knownBrowsers: KnownBrowsers;
  policy: EntryPolicy;
  publishPrincipalChanged: PublishPrincipalChanged;
}

export const sessionActions = (deps: Deps): Handlers<SessionContracts, NoResources> => ({
  async 'identity.signIn'({ email: rawEmail, password, address, client, known_browser }, ctx) {
    const { connection, accounts, sessions, limitedSignIn, knownBrowsers, policy } = deps;
    const email = normaliseEmail(rawEmail);
    const cookie = known_browser ?? null;
    const now = new Date();
    const user = await accounts.findBySentEmail(rawEmail);
    const isKnownBrowser = user !== null && (await knownBrowsers.isKnown(cookie, user._id, now));
    const attempt = { email, network: address, isKnownBrowser };
    const concerned = { userId: user?._id ?? null, ctx };
    const reason = user ? 'password' : 'unknown_account';
    const matches = await limitedSignIn.verify(attempt, { ...concerned, reason }, () =>
      verifyPassword(password, user?.password_hash ?? null),
    );
    if (!user || !matches) throw apiError('INVALID_CREDENTIALS', 'The email or password is incorrect.');
    const status = accountStatus(user, policy);
    if (status !== 'active') limitedSignIn.fail(attempt, { ...concerned, reason: status });
    assertActive(status);
    const known = await knownBrowsers.remember(cookie, user._id, now);
    const opened = await inTransaction(connection, async (session) => {
      const newSession = await sessions.open(session, user, now, {
        network: address,
        client: client ?? null,
      });
      await ctx.audit(session, {
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
      ...presentKnownBrowser(known),
    };
  },

  async 'identity.signOut'({ session_token }, ctx) {
    if (!isSessionToken(session_token)) {
      ctx.markUnchanged();
      return { signed_out: false };
    }
    const userId = await inTransaction(deps.connection, async (session) => {
      const closed = await deps.sessions.close(session, session_token);
      if (closed !== null) {
        await ctx.audit(session, {
          action: 'account.logout',
          userId: closed,
          resource: { type: 'user', id: closed },
        });
      }
      return closed;
    });
    if (userId === null) ctx.markUnchanged();
    else await deps.publishPrincipalChanged(userId);
    return { signed_out: userId !== null };
  },
});
