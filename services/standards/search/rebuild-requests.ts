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

interface RebuildRequestRecord {
  _id: 'latest';
  requested_at: Date;
  reports: RebuildReport[];
}

export const REBUILD_COLLECTION = 'search_rebuilds';

const rebuildCollection = defineCollection<RebuildRequestRecord>(REBUILD_COLLECTION);

export class RebuildRequests extends Records<RebuildRequestRecord> {
  constructor(connection: Connection) {
    super(rebuildCollection(connection));
  }

  /** Asks every running node to rebuild its index. */
  async request(): Promise<void> {
    await this.model.replaceOne(
      { _id: 'latest' },
      { requested_at: new Date(), reports: [] },
      { upsert: true },
    );
  }

  /** When the last request came, in milliseconds: on each node the same. */
  async latest(): Promise<number | undefined> {
    return (await this.findById('latest'))?.requested_at.getTime();
  }

  /** The nodes that have rebuilt their index. */
  async reports(): Promise<RebuildReport[]> {
    return (await this.findById('latest'))?.reports ?? [];
  }

  /** Records that a node has rebuilt its index. */
  async report(report: RebuildReport): Promise<void> {
    await this.model.updateOne({ _id: 'latest' }, { $push: { reports: report } });
  }
}
