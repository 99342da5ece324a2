/** Keys that were seen without a record, and since when: by the database's clock, the only one all nodes share (hardening R16). */
import { type Connection, type Model, Schema } from 'mongoose';

interface OrphanRecord {
  /** The storage key. */
  _id: string;
  first_seen: Date;
}

const schema = new Schema<OrphanRecord>({ _id: String, first_seen: Date }, { collection: 'orphans', versionKey: false });
schema.index({ first_seen: 1 });

export class Orphans {
  readonly #orphans: Model<OrphanRecord>;

  constructor(connection: Connection) {
    this.#orphans = connection.model<OrphanRecord>('Orphan', schema);
  }

  /** Remembers when these were first seen; what is known already keeps its time. */
  async recordSeen(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#orphans.bulkWrite(
      keys.map((key) => ({
        updateOne: {
          filter: { _id: key },
          update: [{ $set: { first_seen: { $ifNull: ['$first_seen', '$$NOW'] } } }],
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  async remove(keys: string[]): Promise<void> {
    if (keys.length > 0) await this.#orphans.deleteMany({ _id: { $in: keys } });
  }

  /** Those first seen at least so long ago. */
  async listOlderThan(olderThanMs: number, limit: number): Promise<string[]> {
    const rows = await this.#orphans
      .find({ $expr: { $lte: ['$first_seen', { $subtract: ['$$NOW', olderThanMs] }] } }, { _id: 1 })
      .sort({ first_seen: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  }
}
