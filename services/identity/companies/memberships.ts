/**
 * Transactional changes of membership: creating, joining and leaving a company, and roles there, with the
 * audit details of joining. Joining uses up the invitation; those to other companies stay, so that no company
 * learns from its own list that an account has joined another. A company keeps its last administrator.
 */
import type { ClientSession } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { AuditDetails } from '../../../shared/kernel/service/request-context.ts';
import type { UserRecord } from '../accounts/model.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { Invitations } from './invitations.ts';
import type { Companies } from './repository.ts';

/** A company to create; its id is allocated before the transaction, which may run more than once. */
interface NewCompany {
  id: number;
  name: string;
}

export class Memberships {
  readonly #accounts: Accounts;
  readonly #companies: Companies;
  readonly #invitations: Invitations;

  constructor(accounts: Accounts, companies: Companies, invitations: Invitations) {
    this.#accounts = accounts;
    this.#companies = companies;
    this.#invitations = invitations;
  }

  /**
   * Assigns a company to an account whose email is verified: the one it has, else its new one, else that of
   * its oldest invitation.
   * @returns the account after the change
   */
  async joinFirstCompany(
    session: ClientSession,
    user: UserRecord,
    newCompany: NewCompany | null,
    now: Date,
  ): Promise<UserRecord> {
    if (user.company_id !== null) return user;
    if (newCompany) return this.createCompany(session, user, newCompany, now);
    const oldest = await this.#invitations.findOldest(session, user.email, now);
    return oldest ? this.accept(session, user, oldest._id, now) : user;
  }

  /** Creates a company with the account as its administrator. @returns the account after the change */
  async createCompany(
    session: ClientSession,
    user: UserRecord,
    { id, name }: NewCompany,
    now: Date,
  ): Promise<UserRecord> {
    await this.#companies.add(session, { _id: id, name, created_by: user._id, created_at: now });
    return this.#join(session, user, id, 'CompanyAdmin');
  }

  /**
   * An account joins the company that has invited it. @returns the account after the change
   * @throws NOT_FOUND when its email has no such invitation; ALREADY_IN_COMPANY
   */
  async accept(
    session: ClientSession,
    user: UserRecord,
    invitationId: string,
    now: Date,
  ): Promise<UserRecord> {
    const invitation = await this.#invitations.findAndDelete(
      session,
      { _id: invitationId, email: user.email },
      now,
    );
    if (!invitation) throw notFound();
    if (user.company_id !== null) {
      throw apiError(
        'ALREADY_IN_COMPANY',
        'Your account already belongs to a company. Leave it first; the invitation stays.',
      );
    }
    return this.#join(session, user, invitation.company_id, invitation.role);
  }

  /** Changes the role of a member. @throws LAST_ADMIN */
  async setRole(
    session: ClientSession,
    companyId: number,
    user: UserRecord,
    role: CompanyRole,
  ): Promise<void> {
    if (role !== 'CompanyAdmin') await this.#assertAdministratorRemains(session, companyId, user);
    await this.#join(session, user, companyId, role);
  }

  /** @returns the account before the removal @throws NOT_FOUND when it is not a member, LAST_ADMIN */
  async remove(session: ClientSession, companyId: number, userId: number): Promise<UserRecord> {
    const user = await this.requireMember(session, companyId, userId);
    await this.#assertAdministratorRemains(session, companyId, user);
    await this.#accounts.setMembership(session, userId, null);
    return user;
  }

  /** @throws NOT_FOUND */
  async requireMember(session: ClientSession, companyId: number, userId: number): Promise<UserRecord> {
    const user = await this.#accounts.findById(userId, session);
    if (!user || user.company_id !== companyId) throw notFound();
    return user;
  }

  async #join(
    session: ClientSession,
    user: UserRecord,
    companyId: number,
    role: CompanyRole,
  ): Promise<UserRecord> {
    await this.#accounts.setMembership(session, user._id, { companyId, role });
    return { ...user, company_id: companyId, company_role: role };
  }

  async #assertAdministratorRemains(
    session: ClientSession,
    companyId: number,
    leaving: UserRecord,
  ): Promise<void> {
    if (leaving.company_id !== companyId || leaving.company_role !== 'CompanyAdmin') return;
    if ((await this.#accounts.countAdministrators(session, companyId)) <= 1) {
      throw apiError(
        'LAST_ADMIN',
        'This is the last administrator of the company. Make another member an administrator first.',
      );
    }
  }
}

/** The audit details of a company that an account joined on registration or verification. */
export const membershipAuditDetails = (
  before: UserRecord,
  { company_id, company_role }: UserRecord,
): AuditDetails =>
  before.company_id === company_id ? {} : { before: null, after: { company_id, role: company_role } };

/** The audit entry of a change of membership or of an invitation of a company. */
export const memberAuditEntry = (
  companyId: number,
  member: { user_id: number } | { email: string },
  before: CompanyRole | null,
  after: CompanyRole | null,
) => ({
  resource: { type: 'company', id: companyId },
  details: { ...member, before: before && { role: before }, after: after && { role: after } },
});
