/**
 * Check of a step from one review status to the next, with the permission that it needs. The order itself is
 * `REVIEW_STATUSES` in the contract. Pure.
 */
import { REVIEW_STATUSES } from '../../../shared/contracts/files/vocabulary.ts';
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { apiError, permissionDenied } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { ReviewStatus } from '../model.ts';

/** Permission required besides project:upload, by target status. */
const STEP_PERMISSIONS: Partial<Record<ReviewStatus, Permission>> = {
  approved: 'project:upload:edit',
  obsolete: 'project:upload:admin',
};

/** The status that follows; undefined after the last one. */
const statusAfter = (status: ReviewStatus): ReviewStatus | undefined =>
  REVIEW_STATUSES[REVIEW_STATUSES.indexOf(status) + 1];

/**
 * Asserts that a caller may move a file to the status that follows.
 * @throws ILLEGAL_STATUS_MOVE from the last one, PERMISSION_DENIED without the permission of the step
 */
export function assertCanMoveOn(from: ReviewStatus, isAllowed: (permission: Permission) => boolean): void {
  assertStatusMove(from, statusAfter(from) ?? 'draft', isAllowed);
}

/**
 * Asserts that a caller may move a file from one status to another.
 * @throws VALIDATION_ERROR for the same status, ILLEGAL_STATUS_MOVE for all but one step forward,
 * PERMISSION_DENIED without the permission of the step
 */
export function assertStatusMove(
  from: ReviewStatus,
  to: ReviewStatus,
  isAllowed: (permission: Permission) => boolean,
): void {
  if (from === to) throw validationError([{ path: 'status', message: `The file is in '${from}' already.` }]);
  const next = statusAfter(from);
  if (to !== next) {
    const advice = next === undefined ? 'It is final.' : `Only '${next}' can follow.`;
    throw apiError('ILLEGAL_STATUS_MOVE', `A file in '${from}' cannot move to '${to}'. ${advice}`, {
      metadata: { from, to, next: next ?? null },
    });
  }
  const permission = STEP_PERMISSIONS[to];
  if (permission !== undefined && !isAllowed(permission)) throw permissionDenied([permission]);
}
