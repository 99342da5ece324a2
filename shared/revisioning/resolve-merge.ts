/**
 * Applies a merge plan with a choice for each conflict: the merged outline, the fields of the copy that it
 * would lose, and the clauses with words of the source; also the combined text of a conflict (decisions S8,
 * S18, S19; document 2, merge).
 */

import { indexClauses, isSameField } from './clause.ts';
import { combineFields } from './combine-fields.ts';
import { decideAxis, type Side } from './decide-axis.ts';
import { foldEqualAdditions } from './fold-additions.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import { freeLabel, keyOfField } from './merge-fields.ts';
import { mergeOutlines } from './merge-outline.ts';
import type { OutlineMerge, OutlineMergeInput } from './merge-result.ts';
import { type Element, type Field, fieldKey, type Outline, replaceElementIds } from './outline.ts';
import { orderFields } from './outline-order.ts';
import type { MergePlan } from './plan-merge.ts';

/** How a conflict is resolved. `combine` keeps the clause of the copy, with the words of both or its own. */
export type MergeChoice =
  | { choice: Side }
  | { choice: 'combine'; text?: string | undefined; heading?: string | undefined };

export interface ResolvedMerge {
  /** Valid and in order; null when the merged outline would break the limits of a standard. */
  outline: Outline | null;
  /** Fields that the copy added or changed on clauses that the merge would remove (S19). */
  lostFields: Field[];
  /** Identities of the clauses that take words from the source which the copy does not have. */
  incoming: Set<number>;
}

/** A choice can uncover another conflict of the tree, which may uncover one more; few ever do. */
const MAX_ROUNDS = 100;

/** Applies a plan. @param choices by conflictId, one for each conflict of the plan */
export function resolveMerge(plan: MergePlan, choices: ReadonlyMap<string, MergeChoice>): ResolvedMerge {
  const merged = mergeWithChoices(plan, choices);
  const outline = merged && writeCombinations(plan, choices, merged);
  return {
    outline,
    lostFields: outline === null ? [] : findLostFields(plan, outline),
    incoming: outline === null ? new Set() : findIncoming(plan, outline),
  };
}

/**
 * The outline with one choice for every conflict, mine where it cannot be combined; null when it would break the limits
 * of a standard.
 */
export const mergeWithChoice = (
  plan: Pick<MergePlan, 'conflicts' | 'input'>,
  choice: Side | 'combine',
): Outline | null =>
  mergeWithChoices(
    plan,
    new Map(
      plan.conflicts.map(({ conflictId, canCombine }) => [
        conflictId,
        { choice: choice === 'combine' && !canCombine ? 'mine' : choice },
      ]),
    ),
  );

function mergeWithChoices(
  plan: Pick<MergePlan, 'conflicts' | 'input'>,
  choices: ReadonlyMap<string, MergeChoice>,
): Outline | null {
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
  const input: OutlineMergeInput = {
    ...plan.input,
    theirs: joinClauses(plan.input, joined, fieldResolutions),
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
  { base, theirs, mine }: MergePlan['input'],
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
    { base: indexClauses(base), theirs: indexClauses(outline), mine: indexClauses(mine) },
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

/** The outline with the words of combined clauses, and combined fields. */
function writeCombinations(
  { conflicts }: MergePlan,
  choices: ReadonlyMap<string, MergeChoice>,
  { elements, fields }: Outline,
): Outline {
  const clauses = new Map<number, (element: Element) => Element>();
  const definitions = new Map<number, (field: Field) => Field>();
  const labels = new Set(fields.map(({ element_id, label }) => fieldKey(element_id, label)));
  for (const conflict of conflicts) {
    const choice = choices.get(conflict.conflictId);
    if (choice?.choice !== 'combine') continue;
    const { element_id, field_id, base, theirs, mine } = conflict;
    const [their, my] = [theirs?.field, mine?.field];
    if (field_id === null) {
      clauses.set(element_id, (element) => ({
        ...element,
        content: choice.text ?? combineText(conflict) ?? element.content,
        toc_content: choice.heading ?? combineHeading(conflict) ?? element.toc_content,
      }));
    } else if (their && my) {
      const combined = combineFields(base?.field ?? null, their, my);
      definitions.set(field_id, ({ element_id: clause, label }) => {
        const key = fieldKey(clause, combined.label);
        const isFree = !labels.has(key);
        labels.add(key);
        return { ...combined, element_id: clause, label: isFree ? combined.label : label };
      });
    }
  }
  return {
    elements: elements.map((element) => clauses.get(element.element_id)?.(element) ?? element),
    fields: orderFields(
      fields.map((field) => definitions.get(field.field_id)?.(field) ?? field),
      elements,
    ),
  };
}

/** The base of the words of a conflict; two clauses that are joined have none in common. */
const commonBase = ({ base, theirs_element_id }: MergeConflict): Element | undefined =>
  theirs_element_id === null ? base?.element : undefined;

/** Mine, then theirs as a second paragraph; null where only one side changed the text, or both alike. */
export function combineText(conflict: MergeConflict): string | null {
  const b = commonBase(conflict)?.content;
  const [t, m] = [conflict.theirs, conflict.mine].map((side) => side?.element.content);
  if (t === undefined || m === undefined || decideAxis(b, t, m, Object.is) !== 'conflict') return null;
  return [m, t].filter((text) => text !== '').join('\n\n');
}

/** My heading, unless only theirs changed; null where the merge decided it. */
function combineHeading(conflict: MergeConflict): string | null {
  const b = commonBase(conflict)?.toc_content;
  const [t, m] = [conflict.theirs, conflict.mine].map((side) => side?.element.toc_content);
  if (m === undefined || decideAxis(b, t, m, Object.is) !== 'conflict') return null;
  return conflict.theirs_element_id === null ? m : m || (t ?? null);
}

/** Fields of the copy, added or changed by it, that were removed with a clause. */
function findLostFields({ input: { base, mine } }: MergePlan, outline: Outline): Field[] {
  const clauses = new Set(outline.elements.map(({ element_id }) => element_id));
  const kept = new Set(outline.fields.map(({ field_id }) => field_id));
  const before = new Map(base.fields.map((field) => [field.field_id, field]));
  return mine.fields.filter(
    (field) =>
      !clauses.has(field.element_id) &&
      !kept.has(field.field_id) &&
      !isSameField(before.get(field.field_id), field),
  );
}

function findIncoming({ indexes: { theirs, mine } }: MergePlan, outline: Outline): Set<number> {
  const incoming = new Set<number>();
  for (const { element_id, content, toc_content } of outline.elements) {
    const their = theirs.get(element_id)?.element;
    const my = mine.get(element_id)?.element;
    if (their === undefined) continue;
    const isFromTheirs = (word: 'content' | 'toc_content', result: string) =>
      result === their[word] && (my === undefined || their[word] !== my[word]);
    if (my === undefined || isFromTheirs('content', content) || isFromTheirs('toc_content', toc_content))
      incoming.add(element_id);
  }
  return incoming;
}
