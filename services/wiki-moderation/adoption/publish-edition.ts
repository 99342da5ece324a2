/**
 * Last writes of an adoption, once the edition is stored: sets the page's current edition if newer, queues the
 * library copy and, where holds are open, their transfer. Also the audit entry of an edition.
 */
import type { ClientSession } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { Job } from '../../../shared/kernel/background/job-records.ts';
import type { AuditEntryInput } from '../../../shared/kernel/service/request-context.ts';
import type { HoldTransfer } from '../holds/hold-transfer.ts';
import type { HoldRecord } from '../holds/model.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import { LIBRARY_COPY_JOB } from './library-copy-job.ts';
import type { EditionRecord } from './model.ts';

interface PublishedEdition {
  /** Locked by the transaction. */
  page: PageRecord;
  /** Already stored. */
  edition: EditionRecord;
  /** The open holds of the page. */
  openHolds: readonly HoldRecord[];
  now: Date;
}

/** @returns the page after the change, and the job of the library copy */
export async function publishEdition(
  { pages, holdTransfer, jobs }: { pages: Pages; holdTransfer: HoldTransfer; jobs: JobQueue },
  session: ClientSession,
  { page, edition, openHolds, now }: PublishedEdition,
): Promise<{ page: PageRecord; job: Job }> {
  const pointer = { id: edition._id, revision_number: edition.revision_number };
  const isNewest = (page.current_edition?.revision_number ?? 0) < pointer.revision_number;
  const after = await pages.change(session, page._id, {
    current_edition: isNewest ? pointer : page.current_edition,
    editions: Math.max(page.editions, pointer.revision_number),
    updated_at: now,
  });
  // If all editions had been revoked, their holds reached the whole standard; now that one is valid they reach only
  // their own editions.
  if (openHolds.length > 0) await holdTransfer.queueChange(session, page._id);
  const job = await jobs.add(session, {
    kind: LIBRARY_COPY_JOB,
    subject: edition._id,
    lane: page._id,
    turn: edition.revision_number,
  });
  return { page: after, job };
}

/** The audit entry of an edition that was created, published or cancelled. */
export const editionAuditEntry = ({
  _id,
  page_id,
  revision_number,
  source_revision_id,
}: EditionRecord): AuditEntryInput => ({
  resource: { type: 'wiki_standard', id: page_id },
  details: {
    revision: { id: _id, code: String(revision_number) },
    source_revision: { id: source_revision_id },
  },
});
