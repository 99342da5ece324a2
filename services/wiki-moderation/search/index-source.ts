/**
 * Reads wiki pages from the database for the search index: published pages without their texts, and a stream of the
 * pages that change.
 */
import type { Connection } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { changesOf, watchDatabase } from '../../../shared/search/database-changes.ts';
import type { IndexEvents } from '../../../shared/search/search-index.ts';
import { type PageRecord, pageCollection } from '../pages/model.ts';

/** The members on which the index depends. */
const MEMBERS = ['title', 'archived', 'current_revision'] as const;

export type IndexedPage = Pick<PageRecord, '_id' | (typeof MEMBERS)[number]>;

export class PageSource extends Records<PageRecord> {
  constructor(connection: Connection) {
    super(pageCollection(connection));
  }

  /** The pages with these ids, archived ones included. */
  findHeads(ids: readonly string[]): Promise<IndexedPage[]> {
    return this.model
      .find({ _id: { $in: [...ids] } })
      .select([...MEMBERS])
      .lean<IndexedPage[]>()
      .exec();
  }

  listPublished(): AsyncIterable<IndexedPage> {
    return rowsOf(
      this.model
        .find({ archived: false })
        .select([...MEMBERS])
        .lean<IndexedPage[]>()
        .cursor(),
    );
  }

  /**
   * The ids of pages whose changes concern the index, from now on. The driver resumes after an interruption; it
   * throws when it cannot.
   */
  watch(): Promise<IndexEvents<string>> {
    return watchDatabase(this.model, [changesOf(this.model, MEMBERS)], ({ id }) => String(id));
  }
}
