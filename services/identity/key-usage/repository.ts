/** Queries on the usage log. A key keeps its newest 10,000 rows, for 90 days. */
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { type UsageRecord, usageModel } from './model.ts';

export const KEPT_ROWS = 10_000;
/** How many rows of a key come in between two looks at what is beyond the bound. */
const TRIM_EVERY = 500;

export class KeyUsage {
  readonly #rows: ReturnType<typeof usageModel>;
  /** Rows of a key since this process last trimmed it. */
  readonly #since = new LRUCache<number, number>({ max: 10_000 });

  constructor(connection: Connection) {
    this.#rows = usageModel(connection);
  }

  /** Keeps rows; one that is there already stays as it is. */
  async record(rows: UsageRecord[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.#rows.insertMany(rows, { ordered: false, lean: true });
    } catch (error) {
      // Unordered: every new row is in, and the others were in before.
      if (!isDuplicateKey(error)) throw error;
    }
    for (const [keyId, mine] of Map.groupBy(rows, ({ key_id }) => key_id)) {
      const count = (this.#since.get(keyId) ?? TRIM_EVERY) + mine.length;
      this.#since.set(keyId, count < TRIM_EVERY ? count : 0);
      if (count >= TRIM_EVERY) await this.#trim(keyId);
    }
  }

  async #trim(keyId: number): Promise<void> {
    const beyond = await this.#rows
      .find({ key_id: keyId }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .skip(KEPT_ROWS)
      .limit(1)
      .lean<Pick<UsageRecord, '_id' | 'at'>[]>();
    const [first] = beyond;
    if (!first) return;
    await this.#rows.deleteMany({
      key_id: keyId,
      $or: [{ at: { $lt: first.at } }, { at: first.at, _id: { $lte: first._id } }],
    });
  }

  /** The usage of a key, newest first, with how many rows there are. */
  async page(keyId: number, limit: number, offset: number): Promise<{ rows: UsageRecord[]; total: number }> {
    // Rows beyond the bound that are not trimmed yet are not shown.
    const shown = Math.min(limit, KEPT_ROWS - offset);
    const [rows, total] = await Promise.all([
      shown <= 0
        ? []
        : this.#rows.find({ key_id: keyId }).sort({ at: -1, _id: -1 }).skip(offset).limit(shown).lean<UsageRecord[]>(),
      this.#rows.countDocuments({ key_id: keyId }),
    ]);
    return { rows, total: Math.min(total, KEPT_ROWS) };
  }
}
