/**
 * Repository of companies: inserts, lookups, search, changes of name and limits, and a lock for changes of
 * their members. Members themselves are in the accounts.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import { escapeRegExp } from '../../../shared/text/escape-regexp.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { type CompanyRecord, companyCollection } from './model.ts';

export type CompanyLimits = Pick<CompanyRecord, 'seat_limit' | 'slot_limit'>;

export class Companies extends NumberedRecords<CompanyRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(companyCollection(connection), counters);
  }

  add(session: ClientSession, company: Omit<CompanyRecord, 'folded_name'>): Promise<void> {
    return this.insert(session, { ...company, folded_name: foldName(company.name) });
  }

  /** Companies by id, in the order of their ids. */
  async findByIds(ids: number[]): Promise<CompanyRecord[]> {
    return (await this.findMany(ids)).toSorted((one, other) => one._id - other._id);
  }

  /** Companies by name; `search` is a literal part of it. */
  search(search: string, range: PageRange): Promise<Page<CompanyRecord>> {
    const folded = foldName(search);
    const query = folded === '' ? {} : { folded_name: { $regex: escapeRegExp(folded) } };
    return this.page(query, { name: 1, _id: 1 }, range);
  }

  /** @returns the company before the change; null when there is none */
  rename(session: ClientSession, id: number, name: string): Promise<CompanyRecord | null> {
    return this.update(session, { _id: id }, { $set: { name, folded_name: foldName(name) } }, 'before');
  }

  /** @returns the company before the change; null when there is none */
  setLimits(session: ClientSession, id: number, limits: CompanyLimits): Promise<CompanyRecord | null> {
    return this.update(session, { _id: id }, { $set: limits }, 'before');
  }

  /**
   * Makes concurrent changes of membership conflict: one of the transactions is retried after the
   * other.
   */
  async touch(session: ClientSession, id: number): Promise<void> {
    await this.model.updateOne({ _id: id }, { $inc: { memberships_changed: 1 } }, { session });
  }
}
