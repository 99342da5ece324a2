/**
 * Repository of editions: lookups by id, number, page and revision, the newest one that is not revoked, revocation,
 * and the end of a review. Their texts are in `../pages/repository.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
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

  /** The editions of a page that the caller may see, newest first. */
  listByPage(
    pageId: string,
    { canModerate, canAdopt }: Pick<ReadablePage, 'canModerate' | 'canAdopt'>,
    limit: number,
  ): Promise<Page<EditionRecord>> {
    const filter = {
      page_id: pageId,
      ...(canModerate ? {} : { revoked_at: null }),
      ...(canModerate || canAdopt ? {} : { status: 'published' as const }),
    };
    return this.page(filter, { revision_number: -1 }, { limit });
  }

  findOfPage(pageId: string, id: string, session: ClientSession): Promise<EditionRecord | null> {
    return this.findOne({ _id: id, page_id: pageId }, session);
  }

  /** The newest edition of a page that is published and not revoked. */
  findNewestSurviving(session: ClientSession, pageId: string): Promise<EditionRecord | null> {
    return this.model
      .findOne({ page_id: pageId, status: 'published', revoked_at: null })
      .sort({ revision_number: -1 })
      .session(session)
      .lean<EditionRecord>()
      .exec();
  }

  /** Revokes or restores an edition in the transaction that has locked its page. */
  setRevoked(
    session: ClientSession,
    id: string,
    revoked: { at: Date; reason: ModerationReason } | null,
  ): Promise<EditionRecord> {
    return this.#change(session, id, {
      revoked_at: revoked?.at ?? null,
      revoked_reason_code: revoked?.reason ?? null,
    });
  }

  /** Ends the review of a proposal in the transaction that has locked its page. */
  endReview(
    session: ClientSession,
    id: string,
    outcome:
      | (Pick<EditionRecord, 'adopted_by' | 'adopted_at'> & { status: 'published' })
      | { status: 'cancelled' },
  ): Promise<EditionRecord> {
    return this.#change(session, id, outcome);
  }

  async #change(session: ClientSession, id: string, values: Partial<EditionRecord>): Promise<EditionRecord> {
    const changed = await this.update(session, { _id: id }, { $set: values });
    if (!changed) throw new Error(`edition ${id} is missing`);
    return changed;
  }
}
