/**
 * The result of a merge plan with a choice for each conflict: the outline of `merge-with-choices.ts` with combined
 * words and fields written in, the fields of the copy that it would lose, and the clauses with words of the source;
 * also the combined text of a conflict.
 */

import { isSameField } from '../outline/clause.ts';
import { type Element, type Field, fieldKey, labelMember, type Outline } from '../outline/outline.ts';
import { orderFields } from '../outline/outline-order.ts';
import { combineFields } from './combine-fields.ts';
import { decideAxis } from './decide-axis.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import { type MergeChoice, mergeWithChoices } from './merge-with-choices.ts';
import type { MergePlan } from './plan-merge.ts';

export interface ResolvedMerge {
  /** Valid and in order; null when the merged outline would break the limits of a standard, or keeps conflicts. */
  outline: Outline | null;
  /** Fields that the copy added or changed on clauses that the merge would remove. */
  lostFields: Field[];
  /** Identities of the clauses that take words from the source which the copy does not have. */
  incoming: Set<number>;
}

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
        ...combineLabel(conflict),
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

/** My label where both changed it, or that of theirs where I have none; nothing where the merge decided it. */
function combineLabel(conflict: MergeConflict): Pick<Element, 'label'> {
  const b = commonBase(conflict)?.label;
  const [t, m] = [conflict.theirs, conflict.mine].map((side) => side?.element.label);
  if (decideAxis(b, t, m, Object.is) !== 'conflict') return {};
  return labelMember(m ?? (conflict.theirs_element_id === null ? undefined : t));
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
  for (const { element_id, content, toc_content, label } of outline.elements) {
    const their = theirs.get(element_id)?.element;
    const my = mine.get(element_id)?.element;
    if (their === undefined) continue;
    const isFromTheirs = (word: 'content' | 'toc_content' | 'label', result: string | undefined) =>
      result === their[word] && (my === undefined || their[word] !== my[word]);
    if (
      my === undefined ||
      isFromTheirs('content', content) ||
      isFromTheirs('toc_content', toc_content) ||
      isFromTheirs('label', label)
    )
      incoming.add(element_id);
  }
  return incoming;
}
