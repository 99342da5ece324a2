/**
 * Counts what MongoDB does for an operation, by the counters of the server: commands, reads and writes by service,
 * and bytes. Nothing in the service changes for it, and it is the same in one process and split. What the service
 * asks in the background, and the counting itself, are taken off.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

/** Numbers by name: `commands`, `commits`, `sent`, `received`, `<service> reads`, `<service> writes`. */
export type DatabaseUse = ReadonlyMap<string, number>;

/** The counters of the server at a time. */
interface Reading {
  at: number;
  counts: DatabaseUse;
}

const BACKGROUND_MS = 5_000;
/** Sent by the monitors of drivers, and by the counting. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  'hello',
  'isMaster',
  'ping',
  'serverStatus',
  'top',
  'endSessions',
]);

export class DatabaseCounters {
  readonly #client: MongoClient;
  /** What one reading adds to the counters. */
  #ofReading: DatabaseUse = new Map();
  /** What is counted in a millisecond without requests. */
  #background: DatabaseUse = new Map();

  constructor(mongodbUri: string) {
    this.#client = new MongoClient(mongodbUri, { maxPoolSize: 1 });
  }

  /** Measures what is counted while the service has no requests. */
  async measureBackground(): Promise<void> {
    const [first, second] = [await this.read(), await this.read()];
    this.#ofReading = difference(first.counts, second.counts);
    await pause(BACKGROUND_MS);
    const ms = (await this.read()).at - second.at;
    this.#background = map(await this.since(second), (count) => count / ms);
  }

  async read(): Promise<Reading> {
    const admin = this.#client.db('admin');
    const { totals } = await admin.command({ top: 1 });
    const { network, metrics } = await admin.command({ serverStatus: 1 });
    const counts = new Map<string, number>();
    const add = (name: string, count: unknown): void =>
      void counts.set(name, (counts.get(name) ?? 0) + Number(count));
    for (const [name, command] of Object.entries<{ total?: unknown }>(metrics.commands)) {
      if (UNCOUNTED.has(name)) continue;
      if (command.total !== undefined) add('commands', command.total);
      if (name === 'commitTransaction') add('commits', command.total);
    }
    add('sent', network.bytesIn);
    add('received', network.bytesOut);
    for (const [collection, usage] of Object.entries<Usage>(totals)) {
      const service = /^css-([a-z-]+)\./.exec(collection)?.[1];
      if (service === undefined) continue;
      add(`${service} reads`, usage.readLock.count);
      add(`${service} writes`, usage.writeLock.count);
    }
    return { at: performance.now(), counts };
  }

  /** What requests have used since a reading. */
  async since(before: Reading): Promise<DatabaseUse> {
    const after = await this.read();
    const ms = after.at - before.at;
    return map(difference(before.counts, after.counts), (count, name) =>
      Math.max(0, count - (this.#ofReading.get(name) ?? 0) - (this.#background.get(name) ?? 0) * ms),
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

interface Usage {
  readLock: { count: number };
  writeLock: { count: number };
}

const map = (use: DatabaseUse, change: (count: number, name: string) => number): DatabaseUse =>
  new Map([...use].map(([name, count]) => [name, change(count, name)]));

const difference = (before: DatabaseUse, after: DatabaseUse): DatabaseUse =>
  map(after, (count, name) => count - (before.get(name) ?? 0));
