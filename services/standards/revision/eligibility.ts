/** Check that a revision may be customised: no revoked edition, no held clause (S17). Pure. */
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { StandardRevisionRecord } from './model.ts';
import { findHeldClauses } from './present-clauses.ts';

/** The moderation status of a revision. */
interface RevisionStanding {
  /** It is of an edition that was revoked. */
  isRevoked: boolean;
  /** Clauses of it are under a hold. */
  isHeld: boolean;
}

/** The standing of a revision; none is revoked as long as editions cannot be. */
export const revisionStanding = (
  revision: Pick<StandardRevisionRecord, '_id' | 'standard_id'>,
): RevisionStanding => ({ isRevoked: false, isHeld: findHeldClauses(revision).size > 0 });

/**
 * @param isNamed whether the caller chose this revision, rather than the current one
 * @throws VALIDATION_ERROR for a revoked edition that was chosen, STANDARD_UNDER_MODERATION_NOTICE
 */
export function assertCopyable({ isRevoked, isHeld }: RevisionStanding, isNamed: boolean): void {
  if (isRevoked && isNamed) {
    throw apiErrorAt(
      'VALIDATION_ERROR',
      'sourceRevisionId',
      'This revision comes from a revoked edition. Choose another revision.',
    );
  }
  if (!isRevoked && !isHeld) return;
  throw apiError(
    'STANDARD_UNDER_MODERATION_NOTICE',
    'The revision is under a moderation notice and cannot be copied until a moderator lifts it.',
  );
}
