/**
 * Lock record that every change of an account by administrators and every new agreement version writes, so
 * that concurrent changes conflict and retry: the site keeps an administrator (A22) and agreement versions
 * rise (X6).
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';

interface AdministrationLockRecord {
  _id: 'administrators';
  changed: number;
}

const LOCK = { _id: 'administrators' } as const;
const lockCollection = defineCollection<AdministrationLockRecord>('site');

export class AdministrationLock {
  readonly #locks: Model<AdministrationLockRecord>;

  constructor(connection: Connection) {
    this.#locks = lockCollection(connection);
  }

  /** Creates the record where it is missing; nodes that start together create one. */
  async ensureExists(): Promise<void> {
    try {
      await this.#locks.updateOne(LOCK, { $setOnInsert: { changed: 0 } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Makes concurrent changes conflict: one of the transactions is retried on what the other wrote. */
  async acquire(session: ClientSession): Promise<void> {
    await this.#locks.updateOne(LOCK, { $inc: { changed: 1 } }, { session });
  }
}
