/**
 * Reads from the database for the search index: heads of standards (name, scope, current revision), and a
 * stream of changes of standards and of requests to rebuild.
 */
import type { Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';
import { REBUILD_COLLECTION } from './rebuild-requests.ts';

/** The members on which the index depends. */
const MEMBERS = ['name', 'subject_type', 'subject_id', 'current_revision', 'deprecated'] as const;

export type IndexedStandard = Pick<StandardRecord, '_id' | (typeof MEMBERS)[number]>;

/** A standard that changed, or a request to rebuild the index. */
export type IndexEvent = { kind: 'standard'; standardId: number } | { kind: 'rebuild' };

export interface IndexEvents extends AsyncIterable<IndexEvent> {
  /** Ends the iteration. */
  close(): Promise<void>;
}

/** The source from which the index is built and updated. */
export class IndexSource extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** The standards with these ids. */
  findHeads(ids: readonly number[]): Promise<IndexedStandard[]> {
    return this.model
      .find({ _id: { $in: [...ids] } })
      .select([...MEMBERS])
      .lean<IndexedStandard[]>()
      .exec();
  }

  /** Every active standard with a current revision, by id. */
  listPublished(): AsyncIterable<IndexedStandard> {
    return this.model
      .find({ deprecated: false, current_revision: { $ne: null } })
      .select([...MEMBERS])
      .sort({ _id: 1 })
      .lean<IndexedStandard[]>()
      .cursor();
  }

  /**
   * The changes that concern the index, from now on. The driver resumes after an interruption; it throws when
   * it cannot.
   */
  async watch(): Promise<IndexEvents> {
    const updated = MEMBERS.map((member) => ({
      [`updateDescription.updatedFields.${member}`]: { $exists: true },
    }));
    const ofStandards = {
      'ns.coll': this.model.collection.name,
      operationType: { $in: ['insert', 'update', 'replace', 'delete'] },
      $or: [{ operationType: { $ne: 'update' } }, ...updated],
    };
    const ofRebuilds = { 'ns.coll': REBUILD_COLLECTION, operationType: { $in: ['insert', 'replace'] } };
    const { db, name } = this.model.db;
    if (!db) throw new Error(`the database ${name} is not open`);
    const stream = db.watch(
      [
        { $match: { $or: [ofStandards, ofRebuilds] } },
        { $project: { operationType: 1, ns: 1, documentKey: 1 } },
      ],
      { maxAwaitTimeMS: 500 },
    );
    // The server notes the present only when it is asked first.
    const first = await stream.tryNext();
    return {
      async *[Symbol.asyncIterator]() {
        if (first) yield toEvent(first);
        for await (const change of stream) yield toEvent(change);
      },
      close: () => stream.close(),
    };
  }
}

function toEvent(change: unknown): IndexEvent {
  const { ns, documentKey } = Object(change);
  return ns?.coll === REBUILD_COLLECTION
    ? { kind: 'rebuild' }
    : { kind: 'standard', standardId: Number(documentKey?._id) };
}
