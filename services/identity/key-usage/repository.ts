/** Queries on the usage log. A key keeps its newest 10,000 rows, for 90 days. */
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { type KeyUsageRecord, keyUsageModel } from './model.ts';

export const MAX_ROWS_PER_KEY = 10_000;
/** How many rows of a key come in between two looks at what is beyond the bound. */
const TRIM_INTERVAL_ROWS = 500;

export class KeyUsageLog {
  readonly #rows: ReturnType<typeof keyUsageModel>;
  /** Rows of a key since this process last trimmed it. */
  readonly #rowsSinceTrim = new LRUCache<number, number>({ max: 10_000 });

  constructor(connection: Connection) {
    this.#rows = keyUsageModel(connection);
  }

  /** Keeps rows; one that is there already stays as it is. */
  async record(rows: KeyUsageRecord[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.#rows.insertMany(rows, { ordered: false, lean: true });
    } catch (error) {
      // Unordered: every new row is in, and the others were in before.
      if (!isDuplicateKey(error)) throw error;
    }
    for (const [keyId, mine] of Map.groupBy(rows, ({ key_id }) => key_id)) {
      const count = (this.#rowsSinceTrim.get(keyId) ?? TRIM_INTERVAL_ROWS) + mine.length;
      this.#rowsSinceTrim.set(keyId, count < TRIM_INTERVAL_ROWS ? count : 0);
      if (count >= TRIM_INTERVAL_ROWS) await this.#trim(keyId);
    }
  }

  async #trim(keyId: number): Promise<void> {
    const beyond = await this.#rows
      .find({ key_id: keyId }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .skip(MAX_ROWS_PER_KEY)
      .limit(1)
      .lean<Pick<KeyUsageRecord, '_id' | 'at'>[]>();
    const [first] = beyond;
    if (!first) return;
    await this.#rows.deleteMany({
      key_id: keyId,
      $or: [{ at: { $lt: first.at } }, { at: first.at, _id: { $lte: first._id } }],
    });
  }

  /** The usage of a key, newest first, with how many rows there are. */
  async page(keyId: number, limit: number, offset: number): Promise<{ rows: KeyUsageRecord[]; total: number }> {
    // Rows beyond the bound that are not trimmed yet are not shown.
    const shown = Math.min(limit, MAX_ROWS_PER_KEY - offset);
    const [rows, total] = await Promise.all([
      shown <= 0
        ? []
        : this.#rows.find({ key_id: keyId }).sort({ at: -1, _id: -1 }).skip(offset).limit(shown).lean<KeyUsageRecord[]>(),
      this.#rows.countDocuments({ key_id: keyId }),
    ]);
    return { rows, total: Math.min(total, MAX_ROWS_PER_KEY) };
  }
}
