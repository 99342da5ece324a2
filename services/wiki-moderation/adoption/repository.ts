/**
 * Repository of editions: lookups by id, number, page and revision, the newest one that is not revoked, revocation,
 * and the end of a review. Their texts are in `../pages/repository.ts`.
 */
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import type { ReadablePage } from '../pages/access.ts';
import { type EditionRecord, editionCollection } from './model.ts';

export class Editions extends Records<EditionRecord> {
  constructor(connection: Connection) {
    super(editionCollection(connection));
  }

  findByNumber(pageId: string, revisionNumber: number): Promise<EditionRecord | null> {
    return this.findOne({ page_id: pageId, revision_number: revisionNumber });
  }

  /** The newest edition of a page that is published and not revoked. @param revisionId only of this revision */
  findNewestActive(
    session: ClientSession,
    pageId: string,
    revisionId?: string,
  ): Promise<EditionRecord | null> {
    const ofRevision = revisionId === undefined ? {} : { source_revision_id: revisionId };
    const filter = { page_id: pageId, ...ofRevision, status: 'published' as const, revoked_at: null };
    return this.findOne(filter, session, { revision_number: -1 });
  }

  /** Whether a page has an edition that was published, revoked ones included. */
  async hasPublished(pageId: string): Promise<boolean> {
    return (await this.findOne({ page_id: pageId, status: 'published' as const })) !== null;
  }

  /**
   * The editions of a page that the caller may see, newest first.
   * @param hidden the hidden revisions of the page: a proposal shows no more than its source
   */
  listByPage(
    pageId: string,
    { canModerate, canAdopt }: Pick<ReadablePage, 'canModerate' | 'canAdopt'>,
    hidden: readonly string[],
    limit: number,
  ): Promise<Page<EditionRecord>> {
    const published = { status: 'published' as const };
    const filter: QueryFilter<EditionRecord> = {
      page_id: pageId,
      ...(canModerate ? {} : { revoked_at: null }),
      ...(canModerate || canAdopt ? {} : published),
      ...(hidden.length === 0 ? {} : { $or: [published, { source_revision_id: { $nin: [...hidden] } }] }),
    };
    return this.page(filter, { revision_number: -1 }, { limit });
  }

  /** The proposals for some pages, newest first. */
  async listUnderReview(pageIds: readonly string[], limit: number): Promise<EditionRecord[]> {
    if (pageIds.length === 0) return [];
    const filter = { page_id: { $in: [...pageIds] }, status: 'review' as const };
    return this.findAll(filter, { sort: { adopted_at: -1 }, limit });
  }

  findOfPage(
    pageId: string,
    id: string,
    session: ClientSession | null = null,
  ): Promise<EditionRecord | null> {
    return this.findOne({ _id: id, page_id: pageId }, session);
  }

  /** Revokes or restores an edition in the transaction that has locked its page. */
  setRevoked(
    session: ClientSession,
    id: string,
    revoked: { at: Date; reason: ModerationReason } | null,
  ): Promise<EditionRecord> {
    const values = { revoked_at: revoked?.at ?? null, revoked_reason_code: revoked?.reason ?? null };
    return this.updateExisting(session, { _id: id }, { $set: values });
  }

  /** Ends the review of a proposal in the transaction that has locked its page. */
  endReview(
    session: ClientSession,
    id: string,
    outcome:
      | (Pick<EditionRecord, 'title' | 'adopted_by' | 'adopted_at'> & { status: 'published' })
      | { status: 'cancelled' },
  ): Promise<EditionRecord> {
    return this.updateExisting(session, { _id: id }, { $set: outcome });
  }
}
