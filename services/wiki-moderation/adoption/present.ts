/**
 * View of an edition with the state of its library copy and, for moderators, of its holds. Its content is in
 * `present-content.ts`.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { editionRow } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { Job } from '../../../shared/kernel/background/job-records.ts';
import type { HoldRecord } from '../holds/model.ts';
import { presentEffect } from '../holds/present.ts';
import type { ReadablePage } from '../pages/access.ts';
import type { EditionRecord } from './model.ts';

/** The state that a view of an edition needs in addition to its record. */
interface EditionState {
  /** The job that makes its library copy. */
  job: Job | undefined;
  /** The open holds of the page. */
  pageHolds: readonly HoldRecord[];
  now: Date;
}

/** A row of the list of editions. */
export function presentEdition(
  record: EditionRecord,
  { job, pageHolds, now }: EditionState,
  { page, canModerate }: ReadablePage,
): Infer<typeof editionRow> {
  return {
    id: record._id,
    standard_id: record.page_id,
    revision_number: record.revision_number,
    source_revision_id: record.source_revision_id,
    status: record.revoked_at ? 'revoked' : record.status,
    title: record.title,
    tags: record.tag_ids,
    content_hash: record.content_hash,
    current: page.current_edition?.id === record._id,
    adopted_by: record.adopted_by,
    adopted_at: record.adopted_at.toISOString(),
    syncStatus: job?.state ?? 'queued',
    attempts: job?.attempts ?? 0,
    last_error: job?.last_error ?? null,
    ...(canModerate
      ? {
          revoked_at: record.revoked_at?.toISOString() ?? null,
          revoked_reason_code: record.revoked_reason_code ?? null,
          ...presentHolds(holdsOfEdition(pageHolds, record._id), page, now),
        }
      : {}),
  };
}

/** The open holds of one edition, that of the whole edition first. */
export function holdsOfEdition(pageHolds: readonly HoldRecord[], editionId: string): HoldRecord[] {
  const own = pageHolds.filter(({ edition_id }) => edition_id === editionId);
  return [
    ...own.filter(({ scope }) => scope === 'edition'),
    ...own.filter(({ scope }) => scope === 'clauses'),
  ];
}

function presentHolds(
  holds: readonly HoldRecord[],
  page: ReadablePage['page'],
  now: Date,
): Pick<Infer<typeof editionRow>, 'effect' | 'clause_holds'> {
  const [first] = holds;
  if (!first) return {};
  const onClauses = holds.filter(({ scope }) => scope === 'clauses');
  return {
    effect: presentEffect(first, page, now),
    ...(onClauses.length === 0
      ? {}
      : { clause_holds: onClauses.map((hold) => presentEffect(hold, page, now)) }),
  };
}
