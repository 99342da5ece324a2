/**
 * Reads from the database for the search index: heads of standards (name, scope, current revision), and a
 * stream of changes of standards and of requests to rebuild.
 */
import type { Connection } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { changesOf, type DatabaseChange, watchDatabase } from '../../../shared/search/database-changes.ts';
import type { IndexEvents } from '../../../shared/search/search-index.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';
import { REBUILD_COLLECTION } from './rebuild-requests.ts';

/** The members on which the index depends. */
const MEMBERS = [
  'name',
  'subject_type',
  'subject_id',
  'current_revision',
  'deprecated',
  'page_id',
  'holds_version',
] as const;

export type IndexedStandard = Pick<StandardRecord, '_id' | (typeof MEMBERS)[number]>;

/** One with a current revision. */
export type PublishedStandard = IndexedStandard & {
  current_revision: NonNullable<IndexedStandard['current_revision']>;
};

/** A standard that changed, or a request to rebuild the index. */
export type IndexEvent = { kind: 'standard'; standardId: number } | { kind: 'rebuild' };

/** The source from which the index is built and updated. */
export class IndexSource extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  findHeads(ids: readonly number[]): Promise<IndexedStandard[]> {
    const projection = Object.fromEntries(MEMBERS.map((member) => [member, 1]));
    return this.collection.find<IndexedStandard>({ _id: { $in: [...ids] } }, { projection }).toArray();
  }

  /** Every active standard with a current revision, by id. */
  listPublished(): AsyncIterable<PublishedStandard> {
    return rowsOf(
      this.model
        .find({ deprecated: false, current_revision: { $ne: null } })
        .select([...MEMBERS])
        .sort({ _id: 1 })
        .lean<PublishedStandard[]>()
        .cursor(),
    );
  }

  /**
   * The changes that concern the index, from now on. The driver resumes after an interruption; it throws when
   * it cannot.
   */
  watch(): Promise<IndexEvents<IndexEvent>> {
    const ofRebuilds = {
      'ns.coll': REBUILD_COLLECTION,
      $or: [
        { operationType: 'insert' },
        { 'updateDescription.updatedFields.requested_at': { $exists: true } },
      ],
    };
    return watchDatabase(this.model, [changesOf(this.model, MEMBERS), ofRebuilds], toEvent);
  }
}

const toEvent = ({ collection, id }: DatabaseChange): IndexEvent =>
  collection === REBUILD_COLLECTION ? { kind: 'rebuild' } : { kind: 'standard', standardId: Number(id) };
