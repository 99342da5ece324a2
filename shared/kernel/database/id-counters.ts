/** Integer ids from counters, taken in blocks so that most creations ask no one (architecture §5). */
import type { Connection, Model } from 'mongoose';
import { defineCollection } from './records.ts';

interface CounterRecord {
  _id: string;
  /** The last id given out. */
  last: number;
}

const counterCollection = defineCollection<CounterRecord>('counters');

/** How many requests like the last one a block serves: asking for it is a write of its own. */
const REQUESTS_PER_BLOCK = 20;

/** Gives out integer ids that are unique in one service's database, in every process of that service. */
export class IdCounters {
  readonly #counters: Model<CounterRecord>;
  readonly #blocks = new Map<string, { next: number; end: number }>();

  constructor(connection: Connection) {
    this.#counters = counterCollection(connection);
  }

  /** The next id of `kind`, e.g. `standards`. */
  async next(kind: string): Promise<number> {
    const [first] = await this.take(kind, 1);
    if (first === undefined) throw new Error('the counter returned no id');
    return first;
  }

  /** `count` new ids, in ascending order. */
  async take(kind: string, count: number): Promise<number[]> {
    const ids: number[] = [];
    let block = this.#blocks.get(kind);
    while (block && block.next <= block.end && ids.length < count) ids.push(block.next++);
    if (ids.length < count) {
      const missing = count - ids.length;
      const size = missing + (REQUESTS_PER_BLOCK - 1) * count;
      const last = await this.#reserve(kind, size);
      block = { next: last - size + 1, end: last };
      this.#blocks.set(kind, block);
      while (ids.length < count) ids.push(block.next++);
    }
    return ids;
  }

  async #reserve(kind: string, size: number): Promise<number> {
    const record = await this.#counters
      .findOneAndUpdate({ _id: kind }, { $inc: { last: size } }, { upsert: true, returnDocument: 'after' })
      .lean();
    if (!record) throw new Error('the counter could not be updated');
    return record.last;
  }
}
