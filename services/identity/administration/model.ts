/**
 * One record that every change of who administers the site and every new agreement goes through, so that two at once never leave nobody
 * (A22) and versions of the agreement rise (X6).
 */
import type { ClientSession, Connection } from 'mongoose';
import { Schema } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';

interface SiteRecord {
  _id: 'administrators';
  changed: number;
}

const schema = new Schema<SiteRecord>({ _id: String, changed: Number }, { collection: 'site', versionKey: false });

export class SiteAdministration {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.model<SiteRecord>('Site', schema);
  }

  /** Puts the record there, unless it is: nodes that start together put one. */
  async found(): Promise<void> {
    try {
      await this.#connection
        .model<SiteRecord>('Site')
        .updateOne({ _id: 'administrators' }, { $setOnInsert: { changed: 0 } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Makes two changes at once meet: one of the transactions runs again on what the other left. */
  async touch(session: ClientSession): Promise<void> {
    await this.#connection.model<SiteRecord>('Site').updateOne({ _id: 'administrators' }, { $inc: { changed: 1 } }, { session });
  }
}
