/**
 * Merges the outlines of a plan with a choice for each of its conflicts. Conflicts that only appear through these
 * choices are settled without asking: nothing is lost, and of two states the copy keeps its own. Combined words are
 * written later, by `resolve-merge.ts`.
 */

import { foldEqualAdditions } from '../identity/fold-additions.ts';
import { indexClauses, isSameField, type MergeIndexes } from '../outline/clause.ts';
import { fieldKey, type Outline, replaceElementIds } from '../outline/outline.ts';
import type { Side } from './decide-axis.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import { freeLabel, keyOfField } from './merge-fields.ts';
import { mergeOutlines } from './merge-outline.ts';
import type { OutlineMerge, OutlineMergeInput } from './merge-result.ts';

/** How a conflict is resolved. `combine` keeps the clause of the copy, with the words of both or its own. */
export type MergeChoice =
  | { choice: Side }
  | { choice: 'combine'; text?: string | undefined; heading?: string | undefined };

/** A merge and its conflicts. */
interface OpenMerge {
  conflicts: readonly MergeConflict[];
  input: Pick<OutlineMergeInput, 'base' | 'theirs' | 'mine'>;
  /** Of the three outlines. */
  indexes: MergeIndexes;
}

/** A choice can uncover another conflict of the tree, which may uncover one more; few ever do. */
const MAX_ROUNDS = 100;

/**
 * The outline with one choice for every conflict, mine where it cannot be combined; null when it would break the limits
 * of a standard, or conflicts are left that cannot be settled.
 */
export const mergeWithChoice = (plan: OpenMerge, choice: Side | 'combine'): Outline | null =>
  mergeWithChoices(
    plan,
    new Map(
      plan.conflicts.map(({ conflictId, canCombine }) => [
        conflictId,
        { choice: choice === 'combine' && !canCombine ? 'mine' : choice },
      ]),
    ),
  );

/** The outline with these choices, by conflictId; null as in `mergeWithChoice`. */
export function mergeWithChoices(plan: OpenMerge, choices: ReadonlyMap<string, MergeChoice>): Outline | null {
  const resolutions = new Map<number, Side>();
  const fieldResolutions = new Map<number, Side>();
  const placeResolutions = new Map<number, Side>();
  const joined = new Map<number, number>();
  const replacements = new Map<number, number>();
  for (const { conflictId, element_id, theirs_element_id, field_id, type } of plan.conflicts) {
    const choice = choices.get(conflictId)?.choice;
    if (choice === undefined) throw new Error(`Conflict ${conflictId} is not resolved`);
    const side = choice === 'combine' ? 'mine' : choice;
    if (field_id !== null) fieldResolutions.set(field_id, side);
    else if (theirs_element_id !== null && choice === 'combine') joined.set(theirs_element_id, element_id);
    else if (theirs_element_id !== null) placeResolutions.set(theirs_element_id, side);
    if (theirs_element_id !== null && type === 'identity_replaced' && choice === 'theirs')
      replacements.set(element_id, theirs_element_id);
    if (field_id === null && (type !== 'address_taken' || choice === 'combine'))
      resolutions.set(element_id, side);
  }
  const theirs = joinClauses(plan, joined, fieldResolutions);
  const isJoined = theirs !== plan.input.theirs;
  const input: OutlineMergeInput = {
    ...plan.input,
    theirs,
    indexes: isJoined ? { ...plan.indexes, theirs: indexClauses(theirs) } : plan.indexes,
    resolutions,
    fieldResolutions,
    placeResolutions,
    replacements,
  };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const merge = mergeOutlines(input);
    if (merge.outline !== null) return merge.outline;
    if (merge.exceedsLimits) return null;
    if (!keepUncovered(merge, { resolutions, fieldResolutions, placeResolutions })) return null;
  }
  return null;
}

/**
 * Theirs, with the identity of mine for a clause that is joined: the merge then sees one clause. Where both sides have
 * a field of their own under one label, which nobody was asked about, that of theirs gets another label.
 */
function joinClauses(
  { input: { base, theirs, mine }, indexes }: OpenMerge,
  joined: ReadonlyMap<number, number>,
  decided: ReadonlyMap<number, Side>,
): Outline {
  if (joined.size === 0) return theirs;
  const outline = {
    elements: replaceElementIds(theirs.elements, joined),
    fields: replaceElementIds(theirs.fields, joined),
  };
  const folded = foldEqualAdditions(
    { base, theirs: outline, mine },
    { ...indexes, theirs: indexClauses(outline) },
  );
  const known = new Set(base.fields.map(({ field_id }) => field_id));
  const own = new Map(folded.fields.map((field) => [field.field_id, field]));
  const taken = new Set([...outline.fields, ...folded.fields].map(keyOfField));
  const fields = outline.fields.map((field) => {
    const other = known.has(field.field_id) ? undefined : own.get(field.field_id);
    if (!other || decided.has(field.field_id) || isSameField(field, other)) return field;
    const label = freeLabel(field, taken);
    taken.add(fieldKey(field.element_id, label));
    return { ...field, label };
  });
  return { ...outline, fields };
}

/**
 * Resolves what the choices uncovered so that nothing is lost; between two states, the copy keeps its own.
 * False when nothing was left to resolve.
 */
function keepUncovered(
  { conflicts, fieldConflicts }: OutlineMerge,
  choices: {
    resolutions: Map<number, Side>;
    fieldResolutions: Map<number, Side>;
    placeResolutions: Map<number, Side>;
  },
): boolean {
  let isResolved = false;
  const resolve = (map: Map<number, Side>, id: number | null, side: Side) => {
    if (id === null || map.has(id)) return;
    map.set(id, side);
    isResolved = true;
  };
  for (const { element_id, reason, mineAddress } of conflicts) {
    const map = reason === 'address_taken' ? choices.placeResolutions : choices.resolutions;
    resolve(map, element_id, reason === 'address_taken' || mineAddress !== null ? 'mine' : 'theirs');
  }
  for (const { mine, theirs, base } of fieldConflicts)
    resolve(choices.fieldResolutions, (mine ?? theirs ?? base)?.field_id ?? null, mine ? 'mine' : 'theirs');
  return isResolved;
}
