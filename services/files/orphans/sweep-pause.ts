/**
 * Pause of the sweeper while a backup runs: the backup copies the files that its records name, and some of these
 * records may be deleted during the copy. A pause ends by itself, so that a killed backup does not stop the sweeper.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

interface SweepPauseRecord {
  _id: string;
  /** By the clock of the database. */
  until: Date;
}

const pauseCollection = defineCollection<SweepPauseRecord>('sweep_pauses');

/** Long enough for an outage of the database in between. */
const PAUSE_MS = 10 * 60_000;
const RENEWAL_MS = 60_000;

export class SweepPauses extends Records<SweepPauseRecord> {
  constructor(connection: Connection) {
    super(pauseCollection(connection));
  }

  async isPaused(): Promise<boolean> {
    return (await this.model.exists({ $expr: { $gt: ['$until', '$$NOW'] } })) !== null;
  }

  /** Runs `work` while the sweeper removes nothing. */
  async whilePaused<T>(work: () => Promise<T>): Promise<T> {
    const id = randomUUID();
    await this.#extend(id);
    // The next renewal makes up for a failed one.
    const renewal = setInterval(() => void this.#extend(id).catch(() => undefined), RENEWAL_MS);
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await this.model
        .deleteMany({ $or: [{ _id: id }, { $expr: { $lte: ['$until', '$$NOW'] } }] })
        .catch(() => undefined);
    }
  }

  async #extend(id: string): Promise<void> {
    await this.model.updateOne({ _id: id }, [{ $set: { until: { $add: ['$$NOW', PAUSE_MS] } } }], {
      upsert: true,
      updatePipeline: true,
    });
  }
}
