/**
 * Repository of the revisions of wiki pages: lookups, lists with or without hidden ones, and hiding. New ones are
 * added in `repository.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { type Page, type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import { type WikiRevisionRecord, wikiRevisionCollection } from './model.ts';

export class WikiRevisions extends Records<WikiRevisionRecord> {
  constructor(connection: Connection) {
    super(wikiRevisionCollection(connection));
  }

  findOfPage(
    pageId: string,
    id: string,
    session: ClientSession | null = null,
  ): Promise<WikiRevisionRecord | null> {
    return this.findOne({ _id: id, page_id: pageId }, session);
  }

  findByNumber(pageId: string, revisionNumber: number): Promise<WikiRevisionRecord | null> {
    return this.findOne({ page_id: pageId, revision_number: revisionNumber });
  }

  /** The ids of the revisions among these that are not hidden. */
  async findVisibleIds(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.model
      .find({ _id: { $in: [...ids] }, hidden: false })
      .select({ _id: 1 })
      .lean<Pick<WikiRevisionRecord, '_id'>[]>();
    return new Set(rows.map(({ _id }) => _id));
  }

  /** The hidden revisions of a page. */
  async listHidden(pageId: string): Promise<string[]> {
    const rows = await this.model
      .find({ page_id: pageId, hidden: true })
      .select({ _id: 1 })
      .lean<Pick<WikiRevisionRecord, '_id'>[]>();
    return rows.map(({ _id }) => _id);
  }

  /** The revisions of a page, newest first. */
  listByPage(pageId: string, withHidden: boolean, range: PageRange): Promise<Page<WikiRevisionRecord>> {
    return this.page(
      { page_id: pageId, ...(withHidden ? {} : { hidden: false }) },
      { revision_number: -1 },
      range,
    );
  }

  /** The newest revision of a page that is not hidden; a page always has one, that of its title. */
  findNewestVisible(pageId: string, session: ClientSession): Promise<WikiRevisionRecord | null> {
    return this.findOne({ page_id: pageId, hidden: false }, session, { revision_number: -1 });
  }

  /** Hides a revision or shows it again. @returns it after the change; null for an unknown one */
  setHidden(session: ClientSession, id: string, hidden: boolean): Promise<WikiRevisionRecord | null> {
    return this.update(session, { _id: id }, { $set: { hidden } });
  }
}
