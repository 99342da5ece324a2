/**
 * Handlers that queue the mail of a password reset and confirm the reset by its token (A17). Confirming also
 * ends all sessions and resets sign-in limits; an email not verified yet is verified, and its account joins
 * its first company.
 */
import type { Connection } from 'mongoose';
import type { emailTokenEndpoints } from '../../../shared/contracts/identity/email-tokens.ts';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentVerifiedAccount } from '../accounts/present.ts';
import type { Accounts } from '../accounts/repository.ts';
import { type Memberships, membershipAuditDetails } from '../companies/memberships.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import { invalidTokenError } from '../mail-tokens/errors.ts';
import type { MailTokens } from '../mail-tokens/repository.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import { invitationClaim } from '../project-invitations.ts';
import type { Sessions } from '../sessions/repository.ts';
import type { SignInLimits } from '../sessions/sign-in-limits.ts';

type PasswordResetContracts = Pick<
  typeof emailTokenEndpoints,
  'account.passwordReset' | 'account.passwordReset.confirm'
>;

interface Deps {
  connection: Connection;
  accounts: Accounts;
  members: Memberships;
  jobs: JobQueue;
  sessions: Sessions;
  tokens: MailTokens;
  limits: SignInLimits;
  mailQueue: MailQueue;
  publishPrincipalChanged: PublishPrincipalChanged;
}

export const passwordResetActions = (deps: Deps): Handlers<PasswordResetContracts, NoResources> => ({
  async 'account.passwordReset'({ email }, ctx) {
    // The account is looked up when the mail is rendered, so that the response time reveals nothing (H30).
    await inTransaction(deps.connection, async (session) => {
      await deps.mailQueue.enqueue(session, { kind: 'password_reset', email }, new Date());
      await ctx.audit(session, { resource: { type: 'user', id: null } });
    });
    return { requested: true };
  },

  async 'account.passwordReset.confirm'({ token, password }, ctx) {
    const { connection, accounts, members, jobs, sessions, tokens, limits } = deps;
    const now = new Date();
    const proof = await tokens.find(token, 'password_reset', now);
    if (!proof) throw invalidTokenError();
    const owner = await accounts.findById(proof.user_id);
    if (!owner) throw invalidTokenError();
    // The token stays valid for another try.
    assertAcceptablePassword(password, owner, 'password');
    const passwordHash = await hashPassword(password);
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.findById(proof.user_id, session);
      if (!user || !(await tokens.consume(session, proof))) throw invalidTokenError();
      await tokens.deleteByUser(session, user._id);
      await accounts.setPassword(session, user._id, passwordHash);
      await sessions.closeAll(session, user._id);
      // This mail proves the email as well as a verification mail does.
      if (!user.email_verified) {
        await accounts.setVerified(session, user._id);
        await jobs.add(session, invitationClaim(user._id));
      }
      const details = user.email_verified
        ? {}
        : membershipAuditDetails(user, await members.joinFirstCompany(session, user, null, now));
      await ctx.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await deps.publishPrincipalChanged(user._id);
    if (!user.email_verified) await jobs.runNow(invitationClaim(user._id));
    await limits.reset(user.email);
    return presentVerifiedAccount(user);
  },
});
