/** Making an account, and naming people to other services. */
import type { ClientSession, Connection } from 'mongoose';
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { type Memberships, membershipAuditDetails } from '../companies/memberships.ts';
import type { Companies } from '../companies/repository.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { PendingRegistration } from '../mail/model.ts';
import type { Sessions } from '../sessions/repository.ts';
import { hashPassword } from './password.ts';
import { presentAccount, presentPerson } from './present.ts';
import type { Accounts } from './repository.ts';
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

/** The handlers that make an account, with a company where one is named, and that tell other services how people are called (A10, P13). */
export const accountActions = (parts: Deps): Handlers<AccountContracts, Record<never, never>> => ({
  async 'identity.register'({ email, password, name, company_name, userAgent }, call) {
    const { connection, accounts, companies, members, sessions, policy } = parts;
    const waits = { status: 202, session_token: null, session_ends_at: null } as const;
    // The work of a new address is done for a known one too, so that the time does not tell them apart.
    const passwordHash = await hashPassword(password);
    if (policy.emailVerification === 'required') {
      await registerUnverified(parts, email, { name, password_hash: passwordHash, company_name: company_name ?? null }, call);
      return { ...waits, account: { email, waits_for: 'verification' } };
    }
    const id = await accounts.nextId();
    const own = company_name === undefined ? null : { id: await companies.nextId(), name: company_name };
    const now = new Date();
    const made = await inTransaction(connection, async (session) => {
      const added = await accounts.add(
        session,
        id,
        {
          email,
          name,
          passwordHash,
          emailVerified: true,
          approved: policy.userApproval === 'off',
          siteRoles: [],
        },
        now,
      );
      const user = await members.joinFirstCompany(session, added, own, now);
      const opened = accountStatus(user, policy) === 'active' ? await sessions.open(session, user, userAgent ?? null, now) : null;
      const details = { signed_in: opened !== null, ...membershipAuditDetails(added, user) };
      await call.audit(session, { action: 'account.register', userId: id, resource: { type: 'user', id }, details });
      return { user, opened };
    }).catch((error: unknown) => {
      if (isDuplicateKey(error)) return null;
      throw error;
    });
    if (made === null) {
      throw apiError('EMAIL_TAKEN', 'An account with this email already exists. Sign in, or register with another email.', {
        errors: [{ path: 'email', message: "'email' is taken." }],
      });
    }
    if (made.opened === null) return { ...waits, account: { email, waits_for: 'approval' } };
    return {
      status: 201,
      account: presentAccount(made.user),
      session_token: made.opened.token,
      session_ends_at: made.opened.expiresAt.toISOString(),
    };
  },

  async 'identity.people'({ user_ids }) {
    return { people: (await parts.accounts.findMany(user_ids)).map(presentPerson) };
  },
});

/**
 * A registration whose address has to be proved first. What it says waits in its mail: whoever else registers the address meanwhile
 * changes nothing for the one who reads that mail. Known and unknown addresses are answered alike (A17, H30).
 */
async function registerUnverified(
  { connection, accounts, mailQueue, policy }: Deps,
  email: string,
  registration: PendingRegistration,
  call: Call,
): Promise<void> {
  const id = await accounts.nextId();
  const now = new Date();
  const ask = (session: ClientSession): Promise<void> =>
    mailQueue.enqueue(session, { kind: 'registration', email, registration }, now);
  const resource = { type: 'user', id };
  try {
    await inTransaction(connection, async (session) => {
      const account = {
        email,
        name: registration.name,
        passwordHash: registration.password_hash,
        emailVerified: false,
        approved: policy.userApproval === 'off',
        siteRoles: [],
      };
      await accounts.add(session, id, account, now);
      await ask(session);
      await call.audit(session, { action: 'account.register', userId: id, resource, details: { signed_in: false } });
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await inTransaction(connection, async (session) => {
      await ask(session);
      await call.audit(session, { action: 'account.register', resource: { type: 'user', id: null }, details: { known: true } });
    });
  }
}
