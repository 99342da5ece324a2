/** Adopted editions as readers see them. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { editionRow } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { Job } from '../../../shared/kernel/background/job-queue.ts';
import type { ReadablePage } from '../pages/access.ts';
import type { EditionRecord } from './model.ts';

/** @param job of its library copy */
export function presentEdition(
  record: EditionRecord,
  job: Job | undefined,
  { page, canModerate }: ReadablePage,
): Infer<typeof editionRow> {
  const {
    _id,
    page_id,
    revision_number,
    source_revision_id,
    status,
    title,
    tag_ids,
    content_hash,
    adopted_by,
  } = record;
  return {
    id: _id,
    standard_id: page_id,
    revision_number,
    source_revision_id,
    status,
    title,
    tags: tag_ids,
    content_hash,
    current: page.current_edition?.id === _id,
    adopted_by,
    adopted_at: record.adopted_at.toISOString(),
    syncStatus: job?.state ?? 'queued',
    attempts: job?.attempts ?? 0,
    last_error: job?.last_error ?? null,
    ...(canModerate
      ? {
          revoked_at: record.revoked_at?.toISOString() ?? null,
          revoked_reason_code: record.revoked_reason_code ?? null,
        }
      : {}),
  };
}
