/**
 * One record that every change of who administers the site and every new agreement goes through, so that two at once never leave nobody
 * (A22) and versions of the agreement rise (X6).
 */
import type { ClientSession, Connection } from 'mongoose';
import { Schema } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';

interface AdministrationLockRecord {
  _id: 'administrators';
  changed: number;
}

const schema = new Schema<AdministrationLockRecord>({ _id: String, changed: Number }, { collection: 'site', versionKey: false });

export class AdministrationLock {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.model<AdministrationLockRecord>('Site', schema);
  }

  /** Puts the record there, unless it is: nodes that start together put one. */
  async ensureExists(): Promise<void> {
    try {
      await this.#connection
        .model<AdministrationLockRecord>('Site')
        .updateOne({ _id: 'administrators' }, { $setOnInsert: { changed: 0 } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Makes two changes at once meet: one of the transactions runs again on what the other left. */
  async acquire(session: ClientSession): Promise<void> {
    await this.#connection
      .model<AdministrationLockRecord>('Site')
      .updateOne({ _id: 'administrators' }, { $inc: { changed: 1 } }, { session });
  }
}
