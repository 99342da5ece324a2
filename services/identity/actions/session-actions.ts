/**
 * Handlers of the internal actions by which the gateway signs an account in with email and password, and out. Limits
 * of failed attempts: `../sessions/sign-in-limits.ts`.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import { accountStatus, assertActive } from '../accounts/account-status.ts';
import { presentAccount } from '../accounts/present.ts';
import type { IdentityService } from '../open-identity.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { isToken } from '../random-token.ts';
import { presentKnownBrowser } from '../sessions/known-browsers.ts';

type SessionContracts = Pick<typeof identity, 'identity.signIn' | 'identity.signOut'>;

export const sessionActions = (service: IdentityService): Handlers<SessionContracts, NoResources> => ({
  async 'identity.signIn'({ email: rawEmail, password, address, client, known_browser }, ctx) {
    const { connection, accounts, sessions, limitedSignIn, knownBrowsers, config } = service;
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
    const status = accountStatus(user, config);
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
    if (!isToken(session_token)) {
      ctx.markUnchanged();
      return { signed_out: false };
    }
    const userId = await inTransaction(service.connection, async (session) => {
      const closed = await service.sessions.close(session, session_token);
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
    else await service.publishPrincipalChanged(userId);
    return { signed_out: userId !== null };
  },
});
