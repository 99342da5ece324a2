/**
 * The record of a new revocation window (a hold on an edition or on clauses), and the end of the revocation of an
 * edition, which may become the current one again.
 */
import { randomUUID } from 'node:crypto';
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { openingLevel } from '../holds/deadlines.ts';
import type { HeldClause, RevocationWindowRecord } from '../holds/model.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { PageRecord } from '../pages/model.ts';
import type { DecisionState } from './decision.ts';

/** @throws EDITION_NOT_PUBLISHED for a proposal and a cancelled one */
export function assertPublished({ status }: EditionRecord): void {
  if (status === 'published') return;
  throw apiError(
    'EDITION_NOT_PUBLISHED',
    `The edition was never published: it is ${status === 'review' ? 'under review' : 'cancelled'}.`,
  );
}

/**
 * Closes the revocation of an edition, which is published again. The current edition moves forward only.
 * @returns the page
 */
export async function reviveEdition(
  { windows, matters, editions, pages }: WikiService,
  { session, page, edition, now }: DecisionState,
  window: RevocationWindowRecord,
): Promise<PageRecord> {
  await windows.change(session, window._id, { closed_at: now });
  await matters.resolve(session, window._id, now);
  await editions.setRevoked(session, edition._id, null);
  const isForward = (page.current_edition?.revision_number ?? 0) < edition.revision_number;
  if (!isForward) return page;
  const pointer = { id: edition._id, revision_number: edition.revision_number };
  return pages.pointToEdition(session, page._id, pointer, now);
}

/** The record of a new hold. @param clauses null for the whole edition */
export function buildWindow(
  edition: EditionRecord,
  clauses: HeldClause[] | null,
  { matterId, reason, by, now }: { matterId: number; reason: ModerationReason; by: Person; now: Date },
): RevocationWindowRecord {
  return {
    _id: randomUUID(),
    page_id: edition.page_id,
    edition_id: edition._id,
    matter_id: matterId,
    content_hash: edition.content_hash,
    scope: clauses ? 'clauses' : 'edition',
    clauses: clauses ?? [],
    reason_code: reason,
    opened_at: now,
    opened_by: by,
    level: openingLevel(reason),
    level_since: now,
    replacement: null,
    closed_at: null,
  };
}
