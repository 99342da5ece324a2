/**
 * Backfill of a derived member in records that were stored before the member existed. Runs once per database,
 * beside the service; what is written meanwhile has the member already.
 */
import type { Connection, Model } from 'mongoose';
import { defineCollection } from '../database/records.ts';
import type { BackgroundWork } from './background-work.ts';
import { PollLoop } from './poll-loop.ts';

/** A backfill that has ended. */
interface BackfillRecord {
  _id: string;
  ended_at: Date;
}

const backfillCollection = defineCollection<BackfillRecord>('backfills');

interface BackfillOptions<T> {
  connection: Connection;
  /** Names it in the database. */
  name: string;
  /** The records without the member. */
  listMissing: () => AsyncIterable<T>;
  /** Adds the member to one record, if that still lacks it. */
  fill: (record: T) => Promise<unknown>;
  log: { warn(...args: unknown[]): void };
}

const RETRY_AFTER_MS = 30_000;

export class Backfill<T> implements BackgroundWork {
  readonly #options: BackfillOptions<T>;
  readonly #ended: Model<BackfillRecord>;
  readonly #loop: PollLoop;
  #hasEnded = false;

  constructor(options: BackfillOptions<T>) {
    this.#options = options;
    this.#ended = backfillCollection(options.connection);
    this.#loop = new PollLoop(
      RETRY_AFTER_MS,
      () => this.#run(),
      (error) => options.log.warn(`the backfill ${options.name} failed and is tried again`, error),
    );
  }

  /** Starts it, without waiting for its end. */
  start(): void {
    this.#loop.start(0);
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #run(): Promise<void> {
    const { name, listMissing, fill } = this.#options;
    if (this.#hasEnded) return;
    if (!(await this.#ended.exists({ _id: name }))) {
      for await (const record of listMissing()) {
        if (this.#loop.isStopped) return;
        await fill(record);
      }
      await this.#ended.updateOne({ _id: name }, { $set: { ended_at: new Date() } }, { upsert: true });
    }
    this.#hasEnded = true;
  }
}
