/**
 * Source of integer ids: counters in the database of a service, reserved in blocks so that most creations
 * need no write.
 */
import type { Connection, mongo } from 'mongoose';
import { collectionOf, defineCollection } from './records.ts';

interface CounterRecord {
  _id: string;
  /** The last reserved id. */
  last: number;
}

const counterCollection = defineCollection<CounterRecord>('counters');

/** A block serves this many requests of the same size. */
const REQUESTS_PER_BLOCK = 20;

/** Ids are unique in the database of one service, over all its processes. */
export class IdCounters {
  readonly #counters: mongo.Collection<CounterRecord>;
  readonly #blocks = new Map<string, { next: number; end: number }>();

  constructor(connection: Connection) {
    this.#counters = collectionOf(counterCollection(connection));
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
    const record = await this.#counters.findOneAndUpdate(
      { _id: kind },
      { $inc: { last: size } },
      { upsert: true, returnDocument: 'after' },
    );
    if (!record) throw new Error('the counter could not be updated');
    return record.last;
  }
}
