/** View of an adopted edition with the state of its library copy. */
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
  return {
    id: record._id,
    standard_id: record.page_id,
    revision_number: record.revision_number,
    source_revision_id: record.source_revision_id,
    status: record.status,
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
        }
      : {}),
  };
}
