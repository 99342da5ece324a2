/** Repository of adopted editions: inserts, and lookups by id, number and page. */
import type { ClientSession, Connection } from 'mongoose';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import { type EditionRecord, editionCollection } from './model.ts';

export class Editions extends Records<EditionRecord> {
  constructor(connection: Connection) {
    super(editionCollection(connection));
  }

  override findById(id: string, session: ClientSession | null = null): Promise<EditionRecord | null> {
    return super.findById(id, session);
  }

  override findMany(ids: readonly string[]): Promise<EditionRecord[]> {
    return super.findMany(ids);
  }

  findByNumber(pageId: string, revisionNumber: number): Promise<EditionRecord | null> {
    return this.findOne({ page_id: pageId, revision_number: revisionNumber });
  }

  /** The newest edition of a revision that is published and not revoked. */
  findActiveOfRevision(
    session: ClientSession,
    pageId: string,
    revisionId: string,
  ): Promise<EditionRecord | null> {
    return this.model
      .findOne({
        page_id: pageId,
        source_revision_id: revisionId,
        status: 'published',
        revoked_at: null,
      })
      .sort({ revision_number: -1 })
      .session(session)
      .lean<EditionRecord>()
      .exec();
  }

  /** The editions of a page, newest first. */
  listByPage(pageId: string, withRevoked: boolean, limit: number): Promise<Page<EditionRecord>> {
    const filter = {
      page_id: pageId,
      ...(withRevoked ? {} : { status: 'published' as const, revoked_at: null }),
    };
    return this.page(filter, { revision_number: -1 }, { limit });
  }
}
