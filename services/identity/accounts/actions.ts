/** Handlers of accounts: registration, and names of people for other services. */
import type { Connection } from 'mongoose';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import { type Memberships, membershipAuditDetails } from '../companies/memberships.ts';
import type { Companies } from '../companies/repository.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { PendingRegistration } from '../mail/model.ts';
import type { Sessions } from '../sessions/repository.ts';
import { hashPassword } from './password.ts';
import { presentAccount, presentPerson } from './present.ts';
import type { Accounts, NewAccount } from './repository.ts';
import { accountStatus, type EntryPolicy } from './rules.ts';

type AccountContracts = Pick<typeof identity, 'identity.register' | 'identity.people'>;

interface Deps {
  connection: Connection;
  accounts: Accounts;
  companies: Companies;
  members: Memberships;
  sessions: Sessions;
  mailQueue: MailQueue;
  policy: EntryPolicy;
}

/** The handlers of registration (A10) and of the names of people for other services (P13). */
export const accountActions = (deps: Deps): Handlers<AccountContracts, NoResources> => ({
  async 'identity.register'({ email, password, name, company_name, userAgent }, call) {
    const { connection, accounts, companies, members, sessions, policy } = deps;
    const accepted = { status: 202, session_token: null, session_ends_at: null } as const;
    // A known email costs the same work as a new one, so that response times reveal nothing.
    const passwordHash = await hashPassword(password);
    if (policy.emailVerification === 'required') {
      await registerUnverified(
        deps,
        email,
        { name, password_hash: passwordHash, company_name: company_name ?? null },
        call,
      );
      return { ...accepted, account: { email, waits_for: 'verification' } };
    }
    const id = await accounts.nextId();
    const newCompany =
      company_name === undefined ? null : { id: await companies.nextId(), name: company_name };
    const approved = policy.userApproval === 'off';
    const account: NewAccount = { email, name, passwordHash, emailVerified: true, approved, siteRoles: [] };
    const now = new Date();
    const created = await inTransaction(connection, async (session) => {
      const added = await accounts.add(session, id, account, now);
      const user = await members.joinFirstCompany(session, added, newCompany, now);
      const opened =
        accountStatus(user, policy) === 'active'
          ? await sessions.open(session, user, userAgent ?? null, now)
          : null;
      const details = { signed_in: opened !== null, ...membershipAuditDetails(added, user) };
      await call.audit(session, {
        action: 'account.register',
        userId: id,
        resource: { type: 'user', id },
        details,
      });
      return { user, opened };
    }).catch((error: unknown) => {
      throw isDuplicateKey(error) ? emailTaken() : error;
    });
    const { user, opened } = created;
    if (opened === null) return { ...accepted, account: { email, waits_for: 'approval' } };
    return {
      status: 201,
      account: presentAccount(user),
      session_token: opened.token,
      session_ends_at: opened.expiresAt.toISOString(),
    };
  },

  async 'identity.people'({ user_ids }) {
    return { people: (await deps.accounts.findPeople(user_ids)).map(presentPerson) };
  },
});

const emailTaken = (): Error =>
  apiErrorAt(
    'EMAIL_TAKEN',
    'email',
    'An account with this email already exists. Sign in, or register with another email.',
  );

/**
 * Registers an account whose email has to be verified first. The registration travels in its mail, so that
 * nobody who registers the same email later can change it. Known and new emails get the same response (A17,
 * H30).
 */
async function registerUnverified(
  { connection, accounts, mailQueue, policy }: Deps,
  email: string,
  registration: PendingRegistration,
  call: Call,
): Promise<void> {
  const id = await accounts.nextId();
  const now = new Date();
  const { name, password_hash: passwordHash } = registration;
  const approved = policy.userApproval === 'off';
  const account: NewAccount = { email, name, passwordHash, emailVerified: false, approved, siteRoles: [] };
  const register = (isKnown: boolean): Promise<void> =>
    inTransaction(connection, async (session) => {
      if (!isKnown) await accounts.add(session, id, account, now);
      await mailQueue.enqueue(session, { kind: 'registration', email, registration }, now);
      const note = isKnown
        ? { resource: { type: 'user', id: null }, details: { known: true } }
        : { userId: id, resource: { type: 'user', id }, details: { signed_in: false } };
      await call.audit(session, { action: 'account.register', ...note });
    });
  await register(false).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return register(true);
  });
}
