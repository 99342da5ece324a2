/** Queries on accounts. */
import type { ClientSession, Connection } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { escapeRegExp, foldName } from '../../../shared/text/names-and-emails.ts';
import type { PendingRegistration } from '../mail/model.ts';
import { type Acceptance, type AssignedSiteRole, type UserRecord, userModel } from './model.ts';

/** What is known of an account when it is made. */
export interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
  emailVerified: boolean;
  approved: boolean;
  siteRoles: AssignedSiteRole[];
}

/** The company of an account and its role there. */
interface Membership {
  companyId: number;
  role: CompanyRole;
}

/** What of an account a site administrator decides. */
export type AdministeredFields = Pick<UserRecord, 'approved' | 'suspended' | 'contribution_barred' | 'site_roles'>;

export class Accounts {
  readonly #users: ReturnType<typeof userModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    this.#users = userModel(connection);
    this.#counters = counters;
  }

  /** An id for a new account; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('users');
  }

  /** Whether there is any account at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.#users.exists({})) === null;
  }

  /**
   * Keeps a new account, in no company yet.
   * @throws a duplicate key when the address is taken; the caller says what that means
   */
  async add(session: ClientSession, id: number, account: NewAccount, now: Date): Promise<UserRecord> {
    const record: UserRecord = {
      _id: id,
      email: account.email,
      name: account.name,
      folded_name: foldName(account.name),
      password_hash: account.passwordHash,
      email_verified: account.emailVerified,
      approved: account.approved,
      suspended: false,
      contribution_barred: false,
      site_roles: account.siteRoles,
      company_id: null,
      company_role: null,
      acceptance: null,
      live_keys: 0,
      created_at: now,
      session_epoch: 0,
    };
    await this.#users.create([record], { session });
    return record;
  }

  findByEmail(email: string, session?: ClientSession): Promise<UserRecord | null> {
    return this.#users
      .findOne({ email })
      .session(session ?? null)
      .lean<UserRecord>()
      .exec();
  }

  /** Members of a company, in the order they registered. */
  findMembers(companyId: number): Promise<UserRecord[]> {
    return this.#users.find({ company_id: companyId }).sort({ _id: 1 }).lean<UserRecord[]>().exec();
  }

  countAdministrators(session: ClientSession, companyId: number): Promise<number> {
    return this.#users.countDocuments({ company_id: companyId, company_role: 'CompanyAdmin' }).session(session).exec();
  }

  async setMembership(session: ClientSession, id: number, membership: Membership | null): Promise<void> {
    const change = { company_id: membership?.companyId ?? null, company_role: membership?.role ?? null };
    await this.#users.updateOne({ _id: id }, { $set: change }, { session });
  }

  /** What the registration said whose mail proved the address. */
  async setRegistration(session: ClientSession, id: number, { name, password_hash }: PendingRegistration): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: { name, folded_name: foldName(name), password_hash } }, { session });
  }

  async setVerified(session: ClientSession, id: number): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: { email_verified: true } }, { session });
  }

  /** A new password ends every session, also those that the old one opens at this moment. */
  async setPassword(session: ClientSession, id: number, passwordHash: string): Promise<void> {
    const change = { $set: { password_hash: passwordHash }, $inc: { session_epoch: 1 } };
    await this.#users.updateOne({ _id: id }, change, { session });
  }

  find(id: number, session?: ClientSession): Promise<UserRecord | null> {
    return this.#users
      .findOne({ _id: id })
      .session(session ?? null)
      .lean<UserRecord>()
      .exec();
  }

  findMany(ids: number[]): Promise<Pick<UserRecord, '_id' | 'name' | 'email' | 'company_id'>[]> {
    return this.#users
      .find({ _id: { $in: ids } }, { name: 1, email: 1, company_id: 1 })
      .sort({ _id: 1 })
      .lean<UserRecord[]>()
      .exec();
  }

  /** Accounts in the order they registered; `search` is a plain part of address or name, whatever characters it holds. */
  async page(
    search: string,
    filter: Partial<Pick<UserRecord, 'approved' | 'suspended'>>,
    limit: number,
    offset: number,
  ): Promise<{ rows: Omit<UserRecord, 'password_hash'>[]; total: number }> {
    const wanted = foldName(search);
    const part = { $regex: escapeRegExp(wanted) };
    const query = { ...filter, ...(wanted === '' ? {} : { $or: [{ email: part }, { folded_name: part }] }) };
    const [rows, total] = await Promise.all([
      this.#users.find(query, { password_hash: 0 }).sort({ _id: 1 }).skip(offset).limit(limit).lean<UserRecord[]>(),
      this.#users.countDocuments(query),
    ]);
    return { rows, total };
  }

  findAdministrators(session: ClientSession): Promise<UserRecord[]> {
    return this.#users.find({ site_roles: 'SiteAdmin' }).session(session).lean<UserRecord[]>().exec();
  }

  async updateAdministeredFields(session: ClientSession, id: number, change: Partial<AdministeredFields>): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: change }, { session });
  }

  findManyByEmail(emails: string[]): Promise<Pick<UserRecord, '_id' | 'name' | 'email' | 'company_id'>[]> {
    return this.#users
      .find({ email: { $in: emails } }, { name: 1, email: 1, company_id: 1 })
      .sort({ _id: 1 })
      .lean<UserRecord[]>()
      .exec();
  }

  async setAcceptance(session: ClientSession, id: number, acceptance: Acceptance): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: { acceptance } }, { session });
  }

  /** Counts one more live key; false when the account has as many as it may. */
  async reserveKeySlot(session: ClientSession, id: number, limit: number): Promise<boolean> {
    const { matchedCount } = await this.#users.updateOne(
      { _id: id, live_keys: { $lt: limit } },
      { $inc: { live_keys: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  async releaseKeySlot(session: ClientSession, id: number): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $inc: { live_keys: -1 } }, { session });
  }
}
