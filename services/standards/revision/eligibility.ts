/** The moderation of the edition of a revision, and whether the revision may be copied (S17, W13). Pure. */
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

/** The hold on a revoked edition. */
interface EditionHold {
  level: number;
  /** `standard`: every edition of the page is revoked. */
  scope: 'standard' | null;
  /** The edition that a moderator marked as its replacement. */
  replacementId: string | null;
}

type RevisionIdentity = Pick<StandardRevisionRecord, '_id' | 'standard_id'>;

/** The hold on the edition of a revision; none as long as editions cannot be revoked. */
export const findEditionHold = (_revision: RevisionIdentity): EditionHold | null => null;

/** The standing of a revision. */
export const revisionStanding = (revision: RevisionIdentity): RevisionStanding => ({
  isRevoked: findEditionHold(revision) !== null,
  isHeld: findHeldClauses(revision).size > 0,
});

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
