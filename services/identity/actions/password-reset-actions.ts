/**
 * Handlers of a password reset by mail. The confirmation also verifies the email: the account joins the company that
 * invited it first, and its project invitations are claimed.
 */
import type { mailTokenEndpoints } from '../../../shared/contracts/identity/mail-tokens.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentVerifiedAccount } from '../accounts/present.ts';
import { membershipAuditDetails } from '../companies/memberships.ts';
import { invitationClaim } from '../jobs.ts';
import { invalidTokenError } from '../mail-tokens/repository.ts';
import type { IdentityService } from '../open-identity.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';

type PasswordResetContracts = Pick<
  typeof mailTokenEndpoints,
  'account.passwordReset' | 'account.passwordReset.confirm'
>;

export const passwordResetActions = (
  service: IdentityService,
): Handlers<PasswordResetContracts, NoResources> => ({
  async 'account.passwordReset'({ email }, ctx) {
    // The account is looked up when the mail is rendered, so that the response time reveals nothing.
    await inTransaction(service.connection, async (session) => {
      await service.mailQueue.enqueue(session, { kind: 'password_reset', email }, new Date());
      await ctx.audit(session, { resource: { type: 'user', id: null } });
    });
    return { requested: true };
  },

  async 'account.passwordReset.confirm'({ token, password }, ctx) {
    const { connection, accounts, members, jobs, sessions, mailTokens, limits } = service;
    const now = new Date();
    const storedToken = await mailTokens.find(token, 'password_reset', now);
    if (!storedToken) throw invalidTokenError();
    const owner = await accounts.findById(storedToken.user_id);
    if (!owner) throw invalidTokenError();
    // The token stays valid for another try.
    assertAcceptablePassword(password, owner, 'password');
    const passwordHash = await hashPassword(password);
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.findById(storedToken.user_id, session);
      if (!user || !(await mailTokens.consume(session, storedToken))) throw invalidTokenError();
      await mailTokens.deleteByUser(session, user._id);
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
    await service.publishPrincipalChanged(user._id);
    if (!user.email_verified) await jobs.runNow(invitationClaim(user._id));
    await limits.reset(user.email);
    return presentVerifiedAccount(user);
  },
});
