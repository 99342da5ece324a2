/**
 * Repository of orphans: storage keys without a file record, each with the time it was first seen by the
 * clock of the database, which all nodes share.
 */
import type { Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

interface OrphanRecord {
  /** The storage key. */
  _id: string;
  first_seen: Date;
}

const orphanCollection = defineCollection<OrphanRecord>('orphans', [[{ first_seen: 1 }]]);

export class Orphans extends Records<OrphanRecord> {
  constructor(connection: Connection) {
    super(orphanCollection(connection));
  }

  /** Records keys as seen now; known keys keep their time. */
  async recordSeen(keys: string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.model.bulkWrite(
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
    if (keys.length > 0) await this.model.deleteMany({ _id: { $in: keys } });
  }

  /** Keys first seen at least `olderThanMs` ago, oldest first. */
  async listOlderThan(olderThanMs: number, limit: number): Promise<string[]> {
    const rows = await this.model
      .find({ $expr: { $lte: ['$first_seen', { $subtract: ['$$NOW', olderThanMs] }] } }, { _id: 1 })
      .sort({ first_seen: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return rows.map(({ _id }) => _id);
  }
}
