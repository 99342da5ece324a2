/**
 * Leases on records, for work that one node at a time may do on a record. A lease ends at a time by the clock
 * of the database, so that nodes with different clocks agree, and is renewed during the work: when its node
 * has died, another takes over.
 */
import { randomUUID } from 'node:crypto';
import type { Model, QueryFilter } from 'mongoose';

/** Member `lease` of a record; null when no node has it. */
export interface Lease {
  until: Date;
  holder: string;
}

/** Matches records whose node has not renewed its lease. */
export const LEASE_EXPIRED = { $expr: { $lte: ['$lease.until', '$$NOW'] } };

/** The leases of one node on the records of a collection. */
export class Leases<T extends { lease: Lease | null }> {
  readonly #model: Model<T>;
  readonly #durationMs: number;
  readonly #holder = randomUUID();

  constructor(model: Model<T>, durationMs: number) {
    this.#model = model;
    this.#durationMs = durationMs;
  }

  /** Matches the records whose lease this node has. */
  get own(): { 'lease.holder': string } {
    return { 'lease.holder': this.#holder };
  }

  /** Takes the lease of the first record that matches. @returns the record with `changes`; null when none does */
  take(filter: QueryFilter<T>, changes: object = {}): Promise<T | null> {
    const lease = { until: this.#end, holder: this.#holder };
    return this.#model
      .findOneAndUpdate(filter, [{ $set: { ...changes, lease } }], {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<T>()
      .exec();
  }

  /**
   * Renews a lease until `work` has ended. @param filter of the record, with `own`
   * @param work its signal is aborted when another node has taken the lease; an unavailable database is no loss
   */
  async renewDuring<R>(filter: QueryFilter<T>, work: (lost: AbortSignal) => Promise<R>): Promise<R> {
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      const update = [{ $set: { 'lease.until': this.#end } }];
      const { matchedCount } = await this.#model.updateOne(filter, update, { updatePipeline: true });
      if (matchedCount === 0) lost.abort();
    };
    const renewal = setInterval(() => void renew().catch(() => undefined), this.#durationMs / 3);
    renewal.unref();
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
    }
  }

  get #end(): object {
    return { $add: ['$$NOW', this.#durationMs] };
  }
}
