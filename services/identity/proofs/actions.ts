/** Proving an address, and a new password for whoever reads the mail of the account (A10, A17). Neither opens a session. */
import type { Connection } from 'mongoose';
import type { proofEndpoints } from '../../../shared/contracts/identity/proofs.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { UserRecord } from '../accounts/model.ts';
import { hashPassword } from '../accounts/password.ts';
import type { Accounts } from '../accounts/repository.ts';
import { entryDetails, type Members } from '../companies/members.ts';
import type { Companies } from '../companies/repository.ts';
import type { Post } from '../mail/post.ts';
import type { Announce } from '../news.ts';
import type { LoginLimits } from '../sessions/login-limits.ts';
import type { Sessions } from '../sessions/repository.ts';
import type { MailTokens } from './mail-tokens.ts';

interface ProofParts {
  connection: Connection;
  accounts: Accounts;
  companies: Companies;
  members: Members;
  sessions: Sessions;
  tokens: MailTokens;
  limits: LoginLimits;
  post: Post;
  announce: Announce;
}

/** The same words for a token that never was, was used, has run out or is for something else. */
const badToken = (): Error =>
  fail('INVALID_TOKEN', 'This token does not work: it is mistyped, used or too old. Ask for a new mail.', {
    errors: [{ path: 'token', message: "'token' does not work." }],
  });

const presentEntry = ({ email, approved }: UserRecord) => ({ email, waits_for: approved ? null : ('approval' as const) });

/** The handlers that prove an address and reset a password with the token of a mail (A10, A17). */
export const proofActions = (parts: ProofParts): Handlers<typeof proofEndpoints, Record<never, never>> => ({
  async 'account.verifyEmail'({ token }, call) {
    const { connection, accounts, companies, members, tokens, announce } = parts;
    const now = new Date();
    const proof = await tokens.find(token, 'verification', now);
    if (!proof) throw badToken();
    const { registration } = proof;
    const own = registration?.company_name ? { id: await companies.nextId(), name: registration.company_name } : null;
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.find(proof.user_id, session);
      // An account that is proved keeps its password: a mail that was being written just then changes nothing any more.
      if (!user || user.email_verified || !(await tokens.take(session, proof))) throw badToken();
      await tokens.dropOf(session, user._id);
      // The words of this very registration count: an earlier one with the same address was perhaps somebody else's.
      if (registration) await accounts.setRegistration(session, user._id, registration);
      await accounts.setVerified(session, user._id);
      const details = entryDetails(user, await members.enter(session, user, own, now));
      await call.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await announce(user._id);
    return presentEntry(user);
  },

  async 'account.passwordReset'({ email }, call) {
    // Whether there is such an account is looked up when the mail is written, not here: the time tells nothing (H30).
    await inTransaction(parts.connection, async (session) => {
      await parts.post.ask(session, { kind: 'password_reset', email }, new Date());
      await call.audit(session, { resource: { type: 'user', id: null } });
    });
    return { requested: true };
  },

  async 'account.passwordReset.confirm'({ token, password }, call) {
    const { connection, accounts, members, sessions, tokens, limits, announce } = parts;
    const now = new Date();
    const proof = await tokens.find(token, 'password_reset', now);
    if (!proof) throw badToken();
    const passwordHash = await hashPassword(password);
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.find(proof.user_id, session);
      if (!user || !(await tokens.take(session, proof))) throw badToken();
      await tokens.dropOf(session, user._id);
      await accounts.setPassword(session, user._id, passwordHash);
      await sessions.closeAll(session, user._id);
      // Reading the mail proves the address as well as the mail for that purpose does.
      if (!user.email_verified) await accounts.setVerified(session, user._id);
      const details = user.email_verified ? {} : entryDetails(user, await members.enter(session, user, null, now));
      await call.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await announce(user._id);
    await limits.forgive(user.email);
    return presentEntry(user);
  },
});
