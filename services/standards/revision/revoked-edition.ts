/**
 * Finds out whether the wiki edition from which a revision was adopted is revoked, and with what effect. Also refuses
 * to copy a revision that is under a hold. Pure.
 */
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import { levelOf } from '../holds/held-clauses.ts';
import type { HoldTerms } from '../holds/model.ts';
import type { SealedRevision, StandardRevisionRecord } from './model.ts';

/** The moderation status of a revision. */
interface RevisionHoldState {
  /** It is of an edition that was revoked. */
  isRevoked: boolean;
  /** Clauses of it are under a hold. */
  isHeld: boolean;
}

interface EditionHold {
  level: 1 | 2;
  /** `standard`: every edition of the page is revoked. */
  scope: 'standard' | null;
  /** The edition that a moderator marked as its replacement. */
  replacementId: string | null;
}

type AdoptedRevision = Pick<SealedRevision, 'wiki'>;

/** The holds of a page that are on the whole edition from which a revision was adopted. */
const editionHolds = ({ wiki }: AdoptedRevision, holds: readonly HoldTerms[]): HoldTerms[] =>
  holds.filter((hold) => hold.scope !== 'clauses' && hold.adopted_revision_id === wiki?.adopted_revision_id);

/** The hold on the edition of a revision at a time; null for a copy, which is no edition. */
export function findEditionHold(
  revision: AdoptedRevision,
  holds: readonly HoldTerms[],
  now: Date,
): EditionHold | null {
  const [strictest] = editionHolds(revision, holds).sort((a, b) => levelOf(b, now) - levelOf(a, now));
  if (!strictest) return null;
  return {
    level: levelOf(strictest, now),
    scope: strictest.scope === 'standard' ? 'standard' : null,
    replacementId: strictest.replacement_adopted_revision_id,
  };
}

/** Whether a revision is of a revoked edition, which no project may pin. */
export const isRevokedEdition = (revision: AdoptedRevision, holds: readonly HoldTerms[]): boolean =>
  editionHolds(revision, holds).length > 0;

/** Whether holds reach a revision, and of what kind. */
export const holdStateOf = ({ wiki, holds = [] }: StandardRevisionRecord): RevisionHoldState => ({
  isRevoked: isRevokedEdition({ wiki }, holds),
  isHeld: holds.length > 0,
});

/**
 * @param isNamed whether the caller chose this revision, rather than the current one
 * @throws VALIDATION_ERROR for a revoked edition that was chosen, STANDARD_UNDER_MODERATION_NOTICE
 */
export function assertCopyable({ isRevoked, isHeld }: RevisionHoldState, isNamed: boolean): void {
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
