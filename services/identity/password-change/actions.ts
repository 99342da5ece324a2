/**
 * Handler that changes the password of the own account: it asks for the current one, within the limits of sign-ins,
 * and ends the other sessions (Y6).
 */
import type { Connection } from 'mongoose';
import type { ownSessionEndpoints } from '../../../shared/contracts/identity/own-sessions.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { MailTokens } from '../mail-tokens/repository.ts';
import type { Notifier } from '../notifications/notifier.ts';
import { hashPassword, verifyPassword } from '../passwords/password-hash.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import type { LimitedSignIn } from '../sessions/limited-sign-in.ts';
import type { Sessions } from '../sessions/repository.ts';

interface Deps {
  connection: Connection;
  accounts: Accounts;
  sessions: Sessions;
  tokens: MailTokens;
  limitedSignIn: LimitedSignIn;
  notifier: Notifier;
  publishPrincipalChanged: PublishPrincipalChanged;
}

const NOTICE =
  'The password of your account was changed, and its other browser sessions were ended. If it was not you, request a password reset at once.';

export const passwordChangeActions = (
  deps: Deps,
): Handlers<Pick<typeof ownSessionEndpoints, 'account.password.change'>, NoResources> => ({
  async 'account.password.change'({ current_password, new_password }, ctx) {
    const { connection, accounts, sessions, tokens, limitedSignIn, notifier } = deps;
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
      // Who reads somebody else's mail must not undo the change with a reset asked for before it.
      await tokens.deletePasswordResets(session, user._id);
      const others = await sessions.closeOthers(session, user._id, sessionId, session_epoch);
      const resource = { type: 'user', id: user._id };
      await notifier.notify(
        session,
        { kind: 'password_changed', text: NOTICE, resource },
        { users: [user] },
        new Date(),
      );
      await ctx.audit(session, { resource, details: { ended_sessions: others } });
      return others;
    });
    await deps.publishPrincipalChanged(user._id);
    return { changed: true, ended_sessions: ended };
  },
});

const notCurrentPassword = () =>
  apiErrorAt('VALIDATION_ERROR', 'current_password', 'This is not your current password.');
