/** Repository of the usage log: stores each row once and keeps the newest 10,000 of a key, for 90 days. */

import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import {
  defineCollection,
  type Page,
  type PageRange,
  Records,
} from '../../../shared/kernel/database/records.ts';

/** One authenticated request of a key within the rate limit, also a rejected one. */
interface KeyUsageRecord {
  /** Assigned by the gateway, so that a row reported twice is stored once. */
  _id: string;
  key_id: number;
  at: Date;
  method: string;
  route: string;
  status: number;
  address: string;
  request_id: string;
}

const RETENTION_DAYS = 90;

const keyUsageCollection = defineCollection<KeyUsageRecord>('key_usage', [
  [{ key_id: 1, at: -1, _id: -1 }],
  [{ at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 }],
]);

export const MAX_ROWS_PER_KEY = 10_000;
/** New rows of a key between two trims. */
const TRIM_INTERVAL_ROWS = 500;

export class KeyUsageLog extends Records<KeyUsageRecord> {
  /** Rows of a key since this process last trimmed it. */
  readonly #rowsSinceTrim = new LRUCache<number, number>({ max: 10_000 });

  constructor(connection: Connection) {
    super(keyUsageCollection(connection));
  }

  /** Stores rows; one that is stored already is unchanged. */
  async record(rows: KeyUsageRecord[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await this.model.insertMany(rows, { ordered: false, lean: true });
    } catch (error) {
      // Unordered: every new row is stored, and the others were stored before.
      if (!isDuplicateKey(error)) throw error;
    }
    for (const [keyId, keyRows] of Map.groupBy(rows, ({ key_id }) => key_id)) {
      const count = (this.#rowsSinceTrim.get(keyId) ?? TRIM_INTERVAL_ROWS) + keyRows.length;
      this.#rowsSinceTrim.set(keyId, count < TRIM_INTERVAL_ROWS ? count : 0);
      if (count >= TRIM_INTERVAL_ROWS) await this.#trim(keyId);
    }
  }

  async #trim(keyId: number): Promise<void> {
    const newestToDelete = await this.model
      .findOne({ key_id: keyId }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .skip(MAX_ROWS_PER_KEY)
      .lean<Pick<KeyUsageRecord, '_id' | 'at'>>();
    if (!newestToDelete) return;
    const { _id, at } = newestToDelete;
    await this.model.deleteMany({ key_id: keyId, $or: [{ at: { $lt: at } }, { at, _id: { $lte: _id } }] });
  }

  /** The usage of a key, newest first, without the rows that wait to be trimmed. */
  async listOfKey(keyId: number, { limit, offset = 0 }: PageRange): Promise<Page<KeyUsageRecord>> {
    const visible = Math.max(0, Math.min(limit, MAX_ROWS_PER_KEY - offset));
    const { rows, total } = await this.page(
      { key_id: keyId },
      { at: -1, _id: -1 },
      { limit: Math.max(1, visible), offset },
    );
    return { rows: rows.slice(0, visible), total: Math.min(total, MAX_ROWS_PER_KEY) };
  }
}
