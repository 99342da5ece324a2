/**
 * Handlers of email verification and password reset with the token of a mail (A10, A17). Neither opens a
 * session.
 */
import type { Connection } from 'mongoose';
import type { emailTokenEndpoints } from '../../../shared/contracts/identity/email-tokens.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { UserRecord } from '../accounts/model.ts';
import { hashPassword } from '../accounts/password.ts';
import type { Accounts } from '../accounts/repository.ts';
import { type Memberships, membershipAuditDetails } from '../companies/memberships.ts';
import type { Companies } from '../companies/repository.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import type { Sessions } from '../sessions/repository.ts';
import type { SignInLimits } from '../sessions/sign-in-limits.ts';
import type { MailTokens } from './repository.ts';

interface Deps {
  connection: Connection;
  accounts: Accounts;
  companies: Companies;
  members: Memberships;
  sessions: Sessions;
  tokens: MailTokens;
  limits: SignInLimits;
  mailQueue: MailQueue;
  publishPrincipalChanged: PublishPrincipalChanged;
}

/** The same error for a token that is unknown, used, expired or for another purpose. */
const invalidToken = (): Error =>
  apiErrorAt(
    'INVALID_TOKEN',
    'token',
    'This token is invalid, already used, or expired. Request a new email.',
  );

const presentVerifiedAccount = ({ email, approved }: UserRecord) => ({
  email,
  waits_for: approved ? null : ('approval' as const),
});

export const mailTokenActions = (deps: Deps): Handlers<typeof emailTokenEndpoints, NoResources> => ({
  async 'account.verifyEmail'({ token }, call) {
    const { connection, accounts, companies, members, tokens, publishPrincipalChanged } = deps;
    const now = new Date();
    const proof = await tokens.find(token, 'verification', now);
    if (!proof) throw invalidToken();
    const { registration } = proof;
    const newCompany = registration?.company_name
      ? { id: await companies.nextId(), name: registration.company_name }
      : null;
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.find(proof.user_id, session);
      // A verified account keeps its password: a mail that was rendered concurrently changes nothing.
      if (!user || user.email_verified || !(await tokens.consume(session, proof))) throw invalidToken();
      await tokens.deleteByUser(session, user._id);
      // Only this registration counts: another with the same email may be somebody else's.
      if (registration) await accounts.setRegistration(session, user._id, registration);
      await accounts.setVerified(session, user._id);
      const details = membershipAuditDetails(
        user,
        await members.joinFirstCompany(session, user, newCompany, now),
      );
      await call.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await publishPrincipalChanged(user._id);
    return presentVerifiedAccount(user);
  },

  async 'account.passwordReset'({ email }, call) {
    // The account is looked up when the mail is rendered, so that the response time reveals nothing (H30).
    await inTransaction(deps.connection, async (session) => {
      await deps.mailQueue.enqueue(session, { kind: 'password_reset', email }, new Date());
      await call.audit(session, { resource: { type: 'user', id: null } });
    });
    return { requested: true };
  },

  async 'account.passwordReset.confirm'({ token, password }, call) {
    const { connection, accounts, members, sessions, tokens, limits, publishPrincipalChanged } = deps;
    const now = new Date();
    const proof = await tokens.find(token, 'password_reset', now);
    if (!proof) throw invalidToken();
    const passwordHash = await hashPassword(password);
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.find(proof.user_id, session);
      if (!user || !(await tokens.consume(session, proof))) throw invalidToken();
      await tokens.deleteByUser(session, user._id);
      await accounts.setPassword(session, user._id, passwordHash);
      await sessions.closeAll(session, user._id);
      // This mail proves the email as well as a verification mail does.
      if (!user.email_verified) await accounts.setVerified(session, user._id);
      const details = user.email_verified
        ? {}
        : membershipAuditDetails(user, await members.joinFirstCompany(session, user, null, now));
      await call.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await publishPrincipalChanged(user._id);
    await limits.reset(user.email);
    return presentVerifiedAccount(user);
  },
});
