/**
 * Repository of the usage log of API keys: stores each report once, and keeps the newest 10,000 rows of a key, for 90 days.
 * The rows of a key in one report are one record: a record for each row took a fifth of the time of a read.
 */

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
interface KeyUsageRow {
  at: Date;
  method: string;
  route: string;
  status: number;
  address: string;
  request_id: string;
}

/** The requests of a key in one report. */
interface KeyUsageRecord {
  /** Report and key, so that a report sent twice is stored once. */
  _id: string;
  key_id: number;
  /** The time of its newest row. */
  at: Date;
  row_count: number;
  rows: KeyUsageRow[];
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

  /** Stores the rows of a report; one that is stored already is unchanged. */
  async record(reportId: string, rows: (KeyUsageRow & { key_id: number })[]): Promise<void> {
    const byKey = Map.groupBy(rows, ({ key_id }) => key_id);
    const records = Array.from(byKey, ([key_id, ofKey]): KeyUsageRecord => {
      const ownRows = ofKey.map(({ key_id: _, ...row }) => row);
      const at = new Date(Math.max(...ownRows.map((row) => row.at.getTime())));
      return { _id: `${reportId}:${key_id}`, key_id, at, row_count: ownRows.length, rows: ownRows };
    });
    if (records.length === 0) return;
    try {
      await this.collection.insertMany(records, { ordered: false });
    } catch (error) {
      // Unordered: every new record is stored, and the others were stored before.
      if (!isDuplicateKey(error)) throw error;
    }
    for (const { key_id, row_count } of records) {
      const count = (this.#rowsSinceTrim.get(key_id) ?? TRIM_INTERVAL_ROWS) + row_count;
      this.#rowsSinceTrim.set(key_id, count < TRIM_INTERVAL_ROWS ? count : 0);
      if (count >= TRIM_INTERVAL_ROWS) await this.#trim(key_id);
    }
  }

  /** Deletes the records of a key that are older than the one with its 10,000th row. */
  async #trim(key_id: number): Promise<void> {
    const newestFirst = this.collection
      .find({ key_id })
      .sort({ at: -1, _id: -1 })
      .project<Pick<KeyUsageRecord, '_id' | 'at' | 'row_count'>>({ at: 1, row_count: 1 });
    let rows = 0;
    for await (const { _id, at, row_count } of newestFirst) {
      rows += row_count;
      if (rows < MAX_ROWS_PER_KEY) continue;
      await this.collection.deleteMany({ key_id, $or: [{ at: { $lt: at } }, { at, _id: { $lt: _id } }] });
      return;
    }
  }

  /** The usage of a key, newest first, without the rows that wait to be trimmed. */
  async listOfKey(keyId: number, { limit, offset = 0 }: PageRange): Promise<Page<KeyUsageRow>> {
    const visible = Math.min(limit, MAX_ROWS_PER_KEY - offset);
    const [rows, stored] = await Promise.all([
      visible > 0 ? this.#findRows(keyId, visible, offset) : [],
      this.sum({ key_id: keyId }, 'row_count'),
    ]);
    return { rows, total: Math.min(stored, MAX_ROWS_PER_KEY) };
  }

  /** Gateways report at the same time, so the rows of two reports may alternate. */
  #findRows(keyId: number, limit: number, offset: number): Promise<KeyUsageRow[]> {
    return this.collection
      .aggregate<KeyUsageRow>([
        { $match: { key_id: keyId } },
        { $unwind: { path: '$rows', includeArrayIndex: 'place' } },
        { $sort: { 'rows.at': -1, _id: -1, place: -1 } },
        { $skip: offset },
        { $limit: limit },
        { $replaceRoot: { newRoot: '$rows' } },
      ])
      .toArray();
  }
}
