/**
 * Rules on the state of a project: whether it may be archived or be made active again, and whether a draft may be
 * opened or discarded. Transactions enforce them, and `allowed_actions` asks them. Pure.
 */
import { apiError, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { StateChecks } from '../../../shared/kernel/service/resource-checks.ts';
import type { ProjectRecord } from '../access/model.ts';

type Pointers = Pick<ProjectRecord, 'draft_revision_id' | 'issued_revision_id'>;
type Archival = Pick<ProjectRecord, 'archived_at'>;

/** The error where a draft is open, also for the loser of a race. */
export const draftAlreadyOpen = (): Error =>
  apiError(
    'DRAFT_ALREADY_OPEN',
    'A draft is already open. Change that one, publish it, or discard it with POST /api/projects/:id/revert.',
  );

/** @throws DRAFT_ALREADY_OPEN */
export function assertNoDraft({ draft_revision_id }: Pointers): void {
  if (draft_revision_id !== null) throw draftAlreadyOpen();
}

/**
 * The open draft, and the published revision that is current without it.
 * @throws NO_OPEN_DRAFT, DRAFT_IS_ONLY_REVISION
 */
export function requireDiscardable({ draft_revision_id: discarded, issued_revision_id: current }: Pointers): {
  discarded: number;
  current: number;
} {
  if (discarded === null) throw noOpenDraft();
  if (current === null) {
    throw apiError(
      'DRAFT_IS_ONLY_REVISION',
      'Nothing has been published yet, so there is no revision to revert to.',
    );
  }
  return { discarded, current };
}

/** @throws ALREADY_ARCHIVED */
export function assertActive({ archived_at }: Archival): void {
  if (archived_at !== null) throw apiError('ALREADY_ARCHIVED', 'The project is already archived.');
}

/** @throws NOT_ARCHIVED */
export function assertArchived({ archived_at }: Archival): void {
  if (archived_at === null) throw apiError('NOT_ARCHIVED', 'The project is not archived.');
}

/** The checks of the writes that depend only on the state of the project. */
export const stateChecks = (head: Pointers & Archival): StateChecks => ({
  'projects.draft.create': () => assertNoDraft(head),
  'projects.revert': () => requireDiscardable(head),
  'projects.archive': () => assertActive(head),
  'projects.unarchive': () => assertArchived(head),
});
