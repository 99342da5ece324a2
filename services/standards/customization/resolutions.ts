/**
 * Parses the resolutions of a merge into one choice per conflict, and rejects a resolved merge that would
 * lose fields, take clauses under a moderation notice or exceed the limits of a standard. Pure.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { MergeConflict } from '../../../shared/revisioning/merge/merge-conflicts.ts';
import type { MergeChoice } from '../../../shared/revisioning/merge/merge-with-choices.ts';
import type { MergePlan } from '../../../shared/revisioning/merge/plan-merge.ts';
import { combineText, type ResolvedMerge } from '../../../shared/revisioning/merge/resolve-merge.ts';
import { isTooLong, MAX_ELEMENT_CHARACTERS } from '../../../shared/revisioning/outline/outline-rules.ts';
import { isOutlineTooLarge } from '../../../shared/revisioning/outline/outline-size.ts';

type Resolutions = ParamsOf<(typeof standardCustomizationEndpoints)['standards.merge']>['resolutions'];
type Resolution = Resolutions[string];

/** Maximum rows in one error. */
const MAX_LISTED = 100;

/**
 * A choice for each conflict.
 * @throws UNKNOWN_RESOLUTION, VALIDATION_ERROR for text without combine or an impossible combination,
 * MISSING_RESOLUTION
 */
export function readResolutions(
  resolutions: Resolutions,
  conflicts: readonly MergeConflict[],
): Map<string, MergeChoice> {
  const ids = new Set(conflicts.map(({ conflictId }) => conflictId));
  const addresses = new Set(conflicts.map(({ address }) => address));
  const unknown = Object.keys(resolutions).filter((key) => !ids.has(key) && !addresses.has(key));
  if (unknown.length > 0) {
    const errors = unknown.slice(0, MAX_LISTED).map((key) => ({
      path: `resolutions.${key}`,
      message: `No conflict of the plan has the id or address ${key}.`,
    }));
    throw apiError('UNKNOWN_RESOLUTION', 'A resolution matches no conflict of the plan.', { errors });
  }
  const own = new Map(Object.entries(resolutions));
  const choices = new Map<string, MergeChoice>();
  const problems: ErrorDetail[] = [];
  const missing: MergeConflict[] = [];
  for (const conflict of conflicts) {
    const { conflictId, address } = conflict;
    const key = own.has(conflictId) ? conflictId : address;
    const resolution = own.get(key);
    if (resolution === undefined) {
      missing.push(conflict);
      continue;
    }
    const choice = toChoice(resolution);
    const message = findFault(choice, conflict, key === conflictId);
    if (message !== null) problems.push({ path: `resolutions.${key}`, message });
    choices.set(conflictId, choice);
  }
  if (problems.length > 0) throw validationError(problems.slice(0, MAX_LISTED));
  if (missing.length > 0) throw missingResolution(missing);
  return choices;
}

function toChoice(
  resolution: Resolution,
): MergeChoice & { text?: string | undefined; heading?: string | undefined } {
  if (typeof resolution === 'string') return { choice: resolution };
  const { choice, combinedText, combinedTocContent } = resolution;
  return { choice, text: combinedText, heading: combinedTocContent };
}

function findFault(
  { choice, text, heading }: ReturnType<typeof toChoice>,
  conflict: MergeConflict,
  isNamed: boolean,
): string | null {
  const { canCombine, type, field_id } = conflict;
  const hasWords = text !== undefined || heading !== undefined;
  if (choice !== 'combine')
    return hasWords ? `combinedText and combinedTocContent are only for combine, not for ${choice}.` : null;
  if (canCombine && field_id !== null)
    return hasWords && isNamed ? 'A field has no text: send theirs, mine, or combine without a text.' : null;
  if (canCombine)
    return text === undefined && isTooLong(combineText(conflict) ?? '')
      ? `The two texts have more than ${MAX_ELEMENT_CHARACTERS} characters together. Send combinedText, theirs or mine.`
      : null;
  if (field_id !== null)
    return `The field cannot be combined: nothing of theirs would be in it. Send theirs or mine for ${conflict.conflictId}.`;
  return type === 'address_taken'
    ? 'These two cannot be combined. Choose theirs or mine.'
    : 'One side has no such clause, so there is nothing to combine. Choose theirs or mine.';
}

function missingResolution(missing: readonly MergeConflict[]): Error {
  const rows = missing
    .slice(0, MAX_LISTED)
    .map(({ conflictId, type, element_id, address }) => ({ conflictId, type, element_id, address }));
  return apiError(
    'MISSING_RESOLUTION',
    `${missing.length} conflict(s) have no resolution, and nothing was merged. Send theirs, mine or combine for each.`,
    { metadata: { missing: rows } },
  );
}

/** The clauses under a moderation notice, by identity. */
interface ClausesUnderNotice {
  /** In the revision of the source that is merged. */
  theirs: { has(elementId: number): boolean };
  /** In the copy. */
  mine: { has(elementId: number): boolean };
}

/**
 * The outline of a resolved plan, unless it would lose fields or take clauses under a moderation notice.
 * @throws FIELDS_ATTACHED, CLAUSE_UNDER_MODERATION_NOTICE, EDIT_CONFLICT beyond the limits of a standard
 */
export function assertMergeable(
  { outline, lostFields, incoming }: ResolvedMerge,
  plan: MergePlan,
  choices: ReadonlyMap<string, MergeChoice>,
  held: ClausesUnderNotice,
): NonNullable<ResolvedMerge['outline']> {
  const addressOf = (id: number): string | null =>
    (plan.indexes.mine.get(id) ?? plan.indexes.theirs.get(id))?.element.address ?? null;
  const combined = plan.conflicts.flatMap(({ conflictId, element_id }) =>
    choices.get(conflictId)?.choice === 'combine' && held.mine.has(element_id) ? [element_id] : [],
  );
  // Nobody can weigh a side that is under a notice, so no choice settles such a conflict.
  const undecidable = plan.conflicts.flatMap(({ element_id, theirs_element_id, field_id, theirs }) =>
    field_id === null && theirs !== null && held.theirs.has(theirs_element_id ?? element_id)
      ? [element_id]
      : [],
  );
  const heldIds = [...[...incoming].filter((id) => held.theirs.has(id)), ...undecidable, ...combined];
  const underNotice = [...new Set(heldIds)];
  if (underNotice.length > 0) {
    throw apiError(
      'CLAUSE_UNDER_MODERATION_NOTICE',
      'The merge takes clauses that are under a moderation notice, or combines with one. Merge a revision without them, or wait until the notice is lifted.',
      {
        metadata: {
          clauses: underNotice.map((element_id) => ({ element_id, address: addressOf(element_id) })),
        },
      },
    );
  }
  if (lostFields.length > 0) {
    throw apiError(
      'FIELDS_ATTACHED',
      'The merge would remove clauses that have fields of this copy. Resolve them with mine, or remove the fields first.',
      {
        metadata: {
          fields: lostFields.map(({ field_id, element_id, label }) => ({
            field_id,
            element_id,
            address: addressOf(element_id),
            label,
          })),
        },
      },
    );
  }
  if (outline && !isOutlineTooLarge(outline)) return outline;
  throw apiError(
    'EDIT_CONFLICT',
    'The merged standard would have too many clauses, levels or siblings, or too much text. Shorten the copy, or resolve more conflicts with one side.',
    { metadata: { reason: 'outline' } },
  );
}
