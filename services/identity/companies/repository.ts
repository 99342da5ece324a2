/** Queries on companies. */
import type { ClientSession, Connection } from 'mongoose';
import type { Counters } from '../../../shared/kernel/counters.ts';
import { type CompanyRecord, companyModel } from './model.ts';

export class Companies {
  readonly #companies: ReturnType<typeof companyModel>;
  readonly #counters: Counters;

  constructor(connection: Connection, counters: Counters) {
    this.#companies = companyModel(connection);
    this.#counters = counters;
  }

  /** An id for a new company; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('companies');
  }

  async add(session: ClientSession, company: CompanyRecord): Promise<void> {
    await this.#companies.create([company], { session });
  }

  findMany(ids: number[]): Promise<CompanyRecord[]> {
    return this.#companies
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<CompanyRecord[]>()
      .exec();
  }
}
