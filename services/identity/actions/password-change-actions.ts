/**
 * Handler by which an account changes its password. It needs the current one, ends the other browser sessions, and
 * notifies the account by mail.
 */
import type { ownSessionEndpoints } from '../../../shared/contracts/identity/own-sessions.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { IdentityService } from '../open-identity.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';

const NOTIFICATION =
  'The password of your account was changed, and its other browser sessions were ended. If it was not you, request a password reset now.';

export const passwordChangeActions = (
  service: IdentityService,
): Handlers<Pick<typeof ownSessionEndpoints, 'account.password.change'>, NoResources> => ({
  async 'account.password.change'({ current_password, new_password }, ctx) {
    const { connection, accounts, sessions, mailTokens, limitedSignIn, notifier } = service;
    const user = await accounts.findById(ctx.account.id);
    if (!user) throw notFound();
    const { credential } = ctx.userPrincipal;
    const sessionId = credential.type === 'session' ? (credential.id ?? null) : null;
    const current = sessionId === null ? null : await sessions.findById(sessionId);
    // The browser is known: it has signed in.
    const attempt = { email: user.email, network: current?.network ?? 'unknown', isKnownBrowser: true };
    const concerned = { userId: user._id, reason: 'current_password', ctx };
    const matches = await limitedSignIn.verify(attempt, concerned, () =>
      verifyPassword(current_password, user.password_hash),
    );
    if (!matches) throw notCurrentPassword();
    if (await verifyPassword(new_password, user.password_hash))
      throw apiErrorAt(
        'NOTHING_TO_CHANGE',
        'new_password',
        'This is your password already. Choose another one.',
      );
    assertAcceptablePassword(new_password, user, 'new_password');
    const passwordHash = await hashPassword(new_password);
    const ended = await inTransaction(connection, async (session) => {
      // Another change or a reset may have ended the password that was verified.
      const unchanged = await accounts.findById(user._id, session);
      if (unchanged?.password_hash !== user.password_hash) throw notCurrentPassword();
      const { session_epoch } = await accounts.setPassword(session, user._id, passwordHash);
      // A reader of somebody else's mail must not undo the change with a reset that was requested before it.
      await mailTokens.deletePasswordResets(session, user._id);
      const others = await sessions.closeOthers(session, user._id, sessionId, session_epoch);
      const resource = { type: 'user', id: user._id };
      await notifier.notify(
        session,
        { kind: 'password_changed', text: NOTIFICATION, resource },
        { users: [user] },
        new Date(),
      );
      await ctx.audit(session, { resource, details: { ended_sessions: others } });
      return others;
    });
    await service.publishPrincipalChanged(user._id);
    return { changed: true, ended_sessions: ended };
  },
});

const notCurrentPassword = () =>
  apiErrorAt('VALIDATION_ERROR', 'current_password', 'This is not your current password.');
