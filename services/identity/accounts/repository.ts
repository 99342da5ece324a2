/**
 * Repository of accounts: inserts, lookups, search, and changes of membership, name, password, verification,
 * acceptance, administered fields and key count.
 */

import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import { withUnicodeDomain } from '../../../shared/text/email-domains.ts';
import { escapeRegExp } from '../../../shared/text/escape-regexp.ts';
import { foldName, normaliseEmail } from '../../../shared/text/names-and-emails.ts';
import {
  type Acceptance,
  type AssignedSiteRole,
  NAME_INDEX,
  type PendingRegistration,
  type UserRecord,
  userCollection,
} from './model.ts';

/** The members of a new account. */
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

/** The fields of an account that site administrators control. */
export type AdministeredFields = Pick<
  UserRecord,
  'approved' | 'suspended' | 'contribution_barred' | 'site_roles'
>;

/** What other services may know of an account. */
export type PersonFields = Pick<UserRecord, '_id' | 'name' | 'email' | 'company_id'>;

export class Accounts extends NumberedRecords<UserRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(userCollection(connection), counters);
  }

  /** Whether there is no account at all. */
  async isEmpty(): Promise<boolean> {
    return (await this.model.exists({})) === null;
  }

  /**
   * Stores a new account, in no company yet.
   * @throws a duplicate key error when the email is taken; the caller reports it
   */
  async add(session: ClientSession, id: number, account: NewAccount, now: Date): Promise<UserRecord> {
    const record: UserRecord = {
      _id: id,
      ...emailMembers(account.email),
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
    await this.insert(session, record);
    return record;
  }

  /** The account of somebody who signs in with this email, in any of its forms. */
  findBySentEmail(sent: string): Promise<UserRecord | null> {
    return this.findByEmail(normaliseEmail(sent));
  }

  findByEmail(email: string, session?: ClientSession): Promise<UserRecord | null> {
    return this.findOne({ email }, session);
  }

  /** Members of a company, in the order they registered. */
  findMembers(companyId: number): Promise<UserRecord[]> {
    return this.findAll({ company_id: companyId }, { sort: { _id: 1 } });
  }

  findAdministrators(session: ClientSession): Promise<UserRecord[]> {
    return this.findAll({ site_roles: 'SiteAdmin' }, { session });
  }

  countAdministrators(session: ClientSession, companyId: number): Promise<number> {
    return this.model
      .countDocuments({ company_id: companyId, company_role: 'CompanyAdmin' })
      .session(session)
      .exec();
  }

  /** People by id, in the order they registered. */
  findPeople(ids: number[]): Promise<PersonFields[]> {
    return this.#people({ _id: { $in: ids } });
  }

  /** People by email, in the order they registered. */
  async findPeopleByEmail(emails: string[]): Promise<PersonFields[]> {
    // An empty list has no plan with an index, so that the order would be made in memory.
    return emails.length === 0 ? [] : this.#people({ email: { $in: emails } });
  }

  /** People who have verified one of these emails, in the order they registered. */
  findVerifiedPeople(emails: string[]): Promise<PersonFields[]> {
    return this.#people({ email: { $in: emails }, email_verified: true });
  }

  /** The administrators of a company, in the order they registered. */
  findCompanyAdministrators(companyId: number): Promise<PersonFields[]> {
    return this.#people({ company_id: companyId, company_role: 'CompanyAdmin' });
  }

  /** Accounts that wait for approval, newest first. */
  listUnapproved(limit: number): Promise<Page<UserRecord>> {
    return this.page({ approved: false, suspended: false, email_verified: true }, { _id: -1 }, { limit });
  }

  /** Accounts in the order they registered; `search` is a literal part of email or name. */
  search(
    search: string,
    filter: Partial<Pick<UserRecord, 'approved' | 'suspended'>>,
    range: PageRange,
  ): Promise<Page<UserRecord>> {
    const folded = foldName(search);
    const part = { $regex: escapeRegExp(folded) };
    const query = {
      ...filter,
      ...(folded === '' ? {} : { $or: [{ email: part }, { unicode_email: part }, { folded_name: part }] }),
    };
    return this.page(query, { _id: 1 }, range);
  }

  /**
   * The first accounts with this text in their name that may sign in, by name. @param search has two characters
   * at least
   */
  async findByName(search: string, onlyVerified: boolean, limit: number): Promise<Page<PersonFields>> {
    const filter = {
      folded_name: { $regex: escapeRegExp(foldName(search)) },
      approved: true,
      suspended: false,
      ...(onlyVerified ? { email_verified: true } : {}),
    };
    const [rows, total] = await Promise.all([
      this.model
        .find(filter, { name: 1, email: 1, company_id: 1 })
        .sort({ folded_name: 1, _id: 1 })
        .limit(limit)
        .hint(NAME_INDEX)
        .lean<PersonFields[]>()
        .exec(),
      this.model.countDocuments(filter).hint(NAME_INDEX).exec(),
    ]);
    return { rows, total };
  }

  setMembership(session: ClientSession, id: number, membership: Membership | null): Promise<void> {
    return this.#set(session, id, {
      company_id: membership?.companyId ?? null,
      company_role: membership?.role ?? null,
    });
  }

  /** Takes name and password from the registration whose mail proved the email. */
  setRegistration(
    session: ClientSession,
    id: number,
    { name, password_hash }: PendingRegistration,
  ): Promise<void> {
    return this.#set(session, id, { name, folded_name: foldName(name), password_hash });
  }

  setVerified(session: ClientSession, id: number): Promise<void> {
    return this.#set(session, id, { email_verified: true });
  }

  setAcceptance(session: ClientSession, id: number, acceptance: Acceptance): Promise<void> {
    return this.#set(session, id, { acceptance });
  }

  setAdministeredFields(
    session: ClientSession,
    id: number,
    change: Partial<AdministeredFields>,
  ): Promise<void> {
    return this.#set(session, id, change);
  }

  /** A new password ends every session, also one that is opened with the old password at this moment. */
  setPassword(session: ClientSession, id: number, passwordHash: string): Promise<UserRecord> {
    const change = { $set: { password_hash: passwordHash }, $inc: { session_epoch: 1 } };
    return this.updateExisting(session, { _id: id }, change);
  }

  /** Counts one more live key; false when the account has `limit` of them. */
  async reserveKeySlot(session: ClientSession, id: number, limit: number): Promise<boolean> {
    const free = { _id: id, live_keys: { $lt: limit } };
    const { matchedCount } = await this.model.updateOne(free, { $inc: { live_keys: 1 } }, { session });
    return matchedCount === 1;
  }

  async releaseKeySlot(session: ClientSession, id: number): Promise<void> {
    await this.model.updateOne({ _id: id }, { $inc: { live_keys: -1 } }, { session });
  }

  async #set(session: ClientSession, id: number, change: Partial<UserRecord>): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: change }, { session });
  }

  /** Sorted here: an index on emails does not give the order of ids. */
  async #people(filter: QueryFilter<UserRecord>): Promise<PersonFields[]> {
    const people = await this.model
      .find(filter, { name: 1, email: 1, company_id: 1 })
      .lean<PersonFields[]>()
      .exec();
    return people.toSorted((one, other) => one._id - other._id);
  }
}

/** @param email in its normal form */
function emailMembers(email: string): Pick<UserRecord, 'email' | 'unicode_email'> {
  const unicode = withUnicodeDomain(email);
  return unicode === email ? { email } : { email, unicode_email: foldName(unicode) };
}
