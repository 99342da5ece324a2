/**
 * The end of the revocation of an edition, which may become the current one again. Also the check that an edition was
 * published, which is made before it is revoked or marked as a replacement.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { EditionRecord } from '../adoption/model.ts';
import type { HoldRecord } from '../holds/model.ts';
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
 * Lifts the hold on a whole edition, which is published again. The current edition moves forward only.
 * @returns the page
 */
export async function restoreEdition(
  { holds, matters, editions, pages }: WikiService,
  { session, page, edition, now }: DecisionState,
  hold: HoldRecord,
): Promise<PageRecord> {
  await holds.change(session, hold._id, { closed_at: now });
  await matters.resolve(session, hold._id, now);
  await editions.setRevoked(session, edition._id, null);
  const isForward = (page.current_edition?.revision_number ?? 0) < edition.revision_number;
  if (!isForward) return page;
  const pointer = { id: edition._id, revision_number: edition.revision_number };
  return pages.pointToEdition(session, page._id, pointer, now);
}
