/**
 * Repository of the request to rebuild the search index, by which `npm run search:rebuild` reaches every
 * node through the database, and of the reports of the nodes.
 */
import type { Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

/** A node that has rebuilt its index. */
interface RebuildReport {
  node: string;
  standards: number;
  ms: number;
}

/** What the nodes have made of a request. */
interface RebuildProgress {
  /** The nodes that have heard of it, until they have reported or failed. */
  working: string[];
  /** The nodes that have rebuilt their index. */
  reports: RebuildReport[];
}

interface RebuildRequestRecord extends RebuildProgress {
  _id: 'latest';
  requested_at: Date;
}

export const REBUILD_COLLECTION = 'search_rebuilds';

const rebuildCollection = defineCollection<RebuildRequestRecord>(REBUILD_COLLECTION);

export class RebuildRequests extends Records<RebuildRequestRecord> {
  constructor(connection: Connection) {
    super(rebuildCollection(connection));
  }

  /**
   * Asks every running node to rebuild its index.
   * @returns the number of the request: its time in milliseconds, or one more than the last where a clock was ahead
   */
  async request(): Promise<number> {
    const after = { $add: ['$requested_at', 1] };
    const { requested_at } = await this.model
      .findOneAndUpdate(
        { _id: 'latest' },
        [{ $set: { requested_at: { $max: ['$$NOW', after] }, working: [], reports: [] } }],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .orFail()
      .lean();
    return requested_at.getTime();
  }

  /** Notes that a node has heard of the last request. @returns its number; null without one */
  async begin(node: string): Promise<number | null> {
    const found = await this.model.findOneAndUpdate(
      { _id: 'latest' },
      { $addToSet: { working: node } },
      { returnDocument: 'after' },
    );
    return found?.requested_at.getTime() ?? null;
  }

  /** Records that a node has rebuilt its index; nothing when another request has come since. */
  async report(request: number, report: RebuildReport): Promise<void> {
    await this.model.updateOne(byNumber(request), { $push: { reports: report } });
  }

  /** Ends what `begin` noted. */
  async end(request: number, node: string): Promise<void> {
    await this.model.updateOne(byNumber(request), { $pull: { working: node } });
  }

  /** What the nodes have made of a request; null when another one has come since. */
  progress(request: number): Promise<RebuildProgress | null> {
    return this.model.findOne(byNumber(request)).lean<RebuildProgress>().exec();
  }
}

const byNumber = (request: number) => ({ _id: 'latest' as const, requested_at: new Date(request) });
