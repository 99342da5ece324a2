/** Queries on companies. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { escapeRegExp, foldName } from '../../../shared/text/names-and-emails.ts';
import { type CompanyRecord, companyModel } from './model.ts';

export type CompanyLimits = Pick<CompanyRecord, 'seat_limit' | 'slot_limit'>;

export class Companies {
  readonly #companies: ReturnType<typeof companyModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    this.#companies = companyModel(connection);
    this.#counters = counters;
  }

  /** An id for a new company; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('companies');
  }

  async add(session: ClientSession, company: Omit<CompanyRecord, 'folded_name'>): Promise<void> {
    await this.#companies.create([{ ...company, folded_name: foldName(company.name) }], { session });
  }

  find(id: number): Promise<CompanyRecord | null> {
    return this.#companies.findOne({ _id: id }).lean<CompanyRecord>().exec();
  }

  findMany(ids: number[]): Promise<CompanyRecord[]> {
    return this.#companies
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<CompanyRecord[]>()
      .exec();
  }

  /** Companies by name; `search` is a plain part of it, whatever characters it holds. */
  async page(search: string, limit: number, offset: number): Promise<{ rows: CompanyRecord[]; total: number }> {
    const wanted = foldName(search);
    const query = wanted === '' ? {} : { folded_name: { $regex: escapeRegExp(wanted) } };
    const [rows, total] = await Promise.all([
      this.#companies.find(query).sort({ name: 1, _id: 1 }).skip(offset).limit(limit).lean<CompanyRecord[]>(),
      this.#companies.countDocuments(query),
    ]);
    return { rows, total };
  }

  /** The company as it was; null when there is none. */
  rename(session: ClientSession, id: number, name: string): Promise<CompanyRecord | null> {
    return this.#companies
      .findOneAndUpdate({ _id: id }, { $set: { name, folded_name: foldName(name) } }, { session, returnDocument: 'before' })
      .lean<CompanyRecord>()
      .exec();
  }

  /** Sets limits; the company as it was, or null when there is none. */
  setLimits(session: ClientSession, id: number, limits: CompanyLimits): Promise<CompanyRecord | null> {
    return this.#companies
      .findOneAndUpdate({ _id: id }, { $set: limits }, { session, returnDocument: 'before' })
      .lean<CompanyRecord>()
      .exec();
  }

  /** Makes two changes of membership at once meet: one of the transactions runs again on what the other left. */
  async touch(session: ClientSession, id: number): Promise<void> {
    await this.#companies.updateOne({ _id: id }, { $inc: { memberships_changed: 1 } }, { session });
  }
}
