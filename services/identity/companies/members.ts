/** Joining, changing and leaving a company. Its last administrator stays (decisions A14, A22). */
import type { ClientSession } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { UserRecord } from '../accounts/model.ts';
import type { Accounts } from '../accounts/repository.ts';

/** A member row as the contract shows it. */
export interface MemberRow {
  user_id: number | null;
  name: string | null;
  email: string;
  role: CompanyRole;
  pending: boolean;
}

/** A member’s row. */
export const presentMember = ({ _id, name, email }: UserRecord, role: CompanyRole): MemberRow => ({
  user_id: _id,
  name,
  email,
  role,
  pending: false,
});

export class Members {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Puts an account into the company or changes its role there. @throws ALREADY_IN_COMPANY, LAST_ADMIN */
  async place(session: ClientSession, companyId: number, user: UserRecord, role: CompanyRole): Promise<void> {
    if (user.company_id !== null && user.company_id !== companyId) {
      throw fail('ALREADY_IN_COMPANY', 'This account is in another company. It has to leave that one first.');
    }
    if (role !== 'CompanyAdmin') await this.#keepAnAdministrator(session, companyId, user);
    await this.#accounts.setMembership(session, user._id, { companyId, role });
  }

  /** @throws NOT_FOUND when the account is no member, LAST_ADMIN */
  async remove(session: ClientSession, companyId: number, userId: number): Promise<void> {
    const user = await this.member(session, companyId, userId);
    await this.#keepAnAdministrator(session, companyId, user);
    await this.#accounts.setMembership(session, userId, null);
  }

  /** @throws NOT_FOUND */
  async member(session: ClientSession, companyId: number, userId: number): Promise<UserRecord> {
    const user = await this.#accounts.find(userId, session);
    if (!user || user.company_id !== companyId) throw notFound();
    return user;
  }

  async #keepAnAdministrator(session: ClientSession, companyId: number, leaving: UserRecord): Promise<void> {
    if (leaving.company_id !== companyId || leaving.company_role !== 'CompanyAdmin') return;
    if ((await this.#accounts.countAdministrators(session, companyId)) <= 1) {
      throw fail('LAST_ADMIN', 'This is the last administrator of the company. Make somebody else administrator first.');
    }
  }
}
