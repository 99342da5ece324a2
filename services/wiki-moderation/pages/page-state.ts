/** Checks of the state of a wiki page: archived or not. Handlers enforce them, and `allowed_actions` asks them. Pure. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { StateChecks } from '../../../shared/kernel/service/resource-checks.ts';
import type { PageRecord } from './model.ts';

type Archival = Pick<PageRecord, 'archived'>;

/** @throws ALREADY_ARCHIVED */
export function assertEditable({ archived }: Archival): void {
  if (archived) throw apiError('ALREADY_ARCHIVED', 'The standard is archived. Restore it before editing it.');
}

/** Before an adoption. @throws ALREADY_ARCHIVED */
export function assertAdoptable({ archived }: Archival): void {
  if (!archived) return;
  throw apiError(
    'ALREADY_ARCHIVED',
    'The standard is archived. Restore it before adopting one of its revisions.',
  );
}

/** @throws ALREADY_ARCHIVED */
export function assertNotArchived({ archived }: Archival): void {
  if (archived) throw apiError('ALREADY_ARCHIVED', 'The standard is already archived.');
}

/** @throws NOT_ARCHIVED */
export function assertArchived({ archived }: Archival): void {
  if (!archived) throw apiError('NOT_ARCHIVED', 'The standard is not archived.');
}

/** The checks of the writes that depend only on the state of the page. */
export const pageStateChecks = (page: Archival): StateChecks => ({
  'wiki.standards.update': () => assertEditable(page),
  'wiki.standards.revert': () => assertEditable(page),
  'wiki.standards.directAdopt': () => assertAdoptable(page),
  'wiki.adopted.propose': () => assertAdoptable(page),
  'wiki.adopted.publish': () => assertAdoptable(page),
  'wiki.moderation.archive': () => assertNotArchived(page),
  'wiki.moderation.restore': () => assertArchived(page),
});
