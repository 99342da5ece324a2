/**
 * Rules on changes of pins: whether a standard may be pinned to the requested revision, and which revision
 * brings it up to date. Pure.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { Manifest, ManifestStandard } from '../revisions/manifest.ts';

export type PinnableRevisionList = ResultOf<
  (typeof standardInternalActions)['standards.revisionLists']
>['standards'][number];
type PinnableRevision = PinnableRevisionList['revisions'][number];

interface PinChange {
  standardId: number;
  toStandardRevisionId: number;
}

/** One requested change, with its start and target revision. */
export interface PlannedPinChange {
  pin: ManifestStandard;
  from: PinnableRevision | undefined;
  to: PinnableRevision;
  isNoop: boolean;
}

type IneligibilityReason = 'archived' | 'not_published' | 'revoked';

/** A revision as the target of a pin, or why it cannot be one. */
type PinTarget =
  | { to: PinnableRevision; reason: 'already_held' | null }
  | { to: null; reason: IneligibilityReason };

/** Rejects two changes of one standard. @throws VALIDATION_ERROR */
export function rejectDuplicates(changes: readonly PinChange[]): void {
  const seen = new Set<number>();
  changes.forEach(({ standardId }, index) => {
    if (seen.has(standardId)) {
      const path = `changes[${index}].standardId`;
      throw validationError([{ path, message: `'${path}' repeats standard ${standardId}.` }]);
    }
    seen.add(standardId);
  });
}

/**
 * Resolves the requested changes.
 * @throws NOT_FOUND for a standard that is not in the draft, REVISION_NOT_ELIGIBLE for a target that is a
 * working copy, another standard's, a revoked edition's, or for a standard that is archived in the draft
 */
export function planPinChanges(
  manifest: Manifest,
  changes: readonly PinChange[],
  lists: ReadonlyMap<number, PinnableRevisionList>,
): PlannedPinChange[] {
  return changes.map(({ standardId, toStandardRevisionId }) => {
    const pin = manifest.standards.find(({ standard_id }) => standard_id === standardId);
    const list = lists.get(standardId);
    if (!pin) throw notFound();
    const from = list?.revisions.find(({ id }) => id === pin.standard_revision.id);
    const { to, reason } = findTarget(pin, list, toStandardRevisionId);
    if (!to) throw revisionNotEligible(pin, toStandardRevisionId, reason);
    return { pin, from, to, isNoop: reason === 'already_held' };
  });
}

const INELIGIBILITY_MESSAGES: Readonly<Record<IneligibilityReason, string>> = {
  archived: 'is archived in the draft; restore it first',
  not_published: 'has no such published revision',
  revoked: 'cannot be pinned to a revoked edition',
};

const revisionNotEligible = (
  pin: ManifestStandard,
  toStandardRevisionId: number,
  reason: IneligibilityReason,
): Error =>
  apiError('REVISION_NOT_ELIGIBLE', `"${pin.name}" ${INELIGIBILITY_MESSAGES[reason]}.`, {
    metadata: { standardId: pin.standard_id, toStandardRevisionId, reason },
  });

/** The revision that brings a standard up to date, or the reason why there is none. */
export function findCurrentTarget(
  pin: ManifestStandard,
  list: PinnableRevisionList | undefined,
): { to: number | null; reason: PinTarget['reason'] } {
  const { to, reason } = findTarget(pin, list, list?.current_revision_id);
  return { to: reason === null ? to.id : null, reason };
}

function findTarget(
  pin: ManifestStandard,
  list: PinnableRevisionList | undefined,
  revisionId: number | null | undefined,
): PinTarget {
  const to = list?.revisions.find(({ id }) => id === revisionId);
  if (pin.archived) return { to: null, reason: 'archived' };
  if (!to) return { to: null, reason: 'not_published' };
  if (to.id === pin.standard_revision.id) return { to, reason: 'already_held' };
  return to.eligible ? { to, reason: null } : { to: null, reason: 'revoked' };
}
