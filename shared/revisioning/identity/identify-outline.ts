/**
 * Identities of a submitted outline: each element and field gets that of its match in the outline the editor read, or
 * a new one. Used for saves of elements and of markup, and for adopted editions.
 */
import { isSameWording } from '../outline/clause.ts';
import { completeField, type SubmittedField } from '../outline/complete-field.ts';
import { type Element, type Field, labelMember, type Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import type { OutlineProblem } from '../outline/outline-problem.ts';
import {
  claimById,
  type FollowedClause,
  followTexts,
  type SubmittedElement,
  toFollowTask,
} from './follow-texts.ts';
import { matchFields } from './match-fields.ts';

interface IdentityInput {
  /** What the editor read; an empty outline for a first save. */
  base: Outline;
  elements: readonly SubmittedElement[];
  /** What the elements without identity were before, by position; omitted: looked for on this thread. */
  followed?: ReadonlyMap<number, FollowedClause>;
  /** Omitted: the stored fields are kept with their clauses. An empty array: all are removed. */
  fields?: readonly SubmittedField[] | undefined;
  nextElementId: () => number;
  nextFieldId: () => number;
}

interface IdentifiedOutline {
  /**
   * Ordered as `orderOutline` does. Judge the submission with `findOutlineProblems(toSubmittedCandidate(…))`
   * first.
   */
  outline: Outline;
  /** Ids that did not exist in the base. */
  newElementIds: Set<number>;
  newFieldIds: Set<number>;
  /** `element_id_repeated`, `field_id_repeated`, `match_label_unknown`, `field_matched_twice`. */
  problems: OutlineProblem[];
}

/**
 * Gives each submitted element its identity in the base: by `element_id`, else that of the clause whose text it is
 * (`followTexts`), else a new one. Fields follow: see `matchFields`. An outline with
 * problems may be shown, but not stored.
 */
export function identifyOutline(input: IdentityInput): IdentifiedOutline {
  const problems: OutlineProblem[] = [];
  const newElementIds = new Set<number>();
  const ids = matchElements(input, newElementIds, problems);
  const before = new Map(input.base.elements.map((element) => [element.element_id, element]));
  const elements = input.elements.map(({ address, kind, toc_content, content, label }, index) => {
    const element: Element = {
      element_id: ids[index] ?? 0,
      address,
      kind,
      toc_content,
      content,
      ...labelMember(label),
    };
    const old = before.get(element.element_id);
    // Unchanged clauses are the same objects: their text is in memory once, and comparisons are immediate.
    return old && old.address === address && isSameWording(old, element) ? old : element;
  });
  const newFieldIds = new Set<number>();
  const fields =
    input.fields === undefined
      ? keepFields(input.base.fields, ids)
      : buildFields(input.fields, elements, input, newFieldIds, problems);
  return { outline: orderOutline({ elements, fields }), newElementIds, newFieldIds, problems };
}

/** The identity of each submitted element, by position. */
function matchElements(input: IdentityInput, newIds: Set<number>, problems: OutlineProblem[]): number[] {
  const claimed = claimById(input.base.elements, input.elements);
  rejectRepeated(input.elements, claimed, problems);
  const followed = input.followed ?? followTexts(toFollowTask(input.base.elements, input.elements)).followed;
  return input.elements.map((_, index) => {
    const id = claimed.get(index) ?? followed.get(index)?.element_id;
    if (id !== undefined) return id;
    const fresh = input.nextElementId();
    newIds.add(fresh);
    return fresh;
  });
}

function rejectRepeated(
  elements: readonly SubmittedElement[],
  claimed: ReadonlyMap<number, number>,
  problems: OutlineProblem[],
): void {
  const seen = new Set<number>();
  for (const [index, element_id] of claimed) {
    const message = `Element ${element_id} is included twice`;
    const address = elements[index]?.address ?? null;
    if (seen.has(element_id))
      problems.push({ path: `elements[${index}].element_id`, address, rule: 'element_id_repeated', message });
    seen.add(element_id);
  }
}

/** The stored fields whose clause is still there; the others are removed with their clause. */
function keepFields(fields: readonly Field[], elementIds: readonly number[]): Field[] {
  const present = new Set(elementIds);
  return fields.filter((field) => present.has(field.element_id));
}

function buildFields(
  sent: readonly SubmittedField[],
  elements: readonly Element[],
  { base, nextFieldId }: IdentityInput,
  newIds: Set<number>,
  problems: OutlineProblem[],
): Field[] {
  const elementAt = new Map(elements.map((element) => [element.address, element.element_id]));
  const matches = matchFields({ base, fields: sent, elementAt });
  problems.push(...matches.problems);
  const fields: Field[] = [];
  for (const [index, item] of sent.entries()) {
    const elementId = elementAt.get(item.element_address);
    // The validity check reports the unknown address; no field without a clause is created here.
    if (elementId === undefined) continue;
    const matchedId = matches.ids[index] ?? null;
    const fieldId = matchedId ?? nextFieldId();
    if (matchedId === null) newIds.add(fieldId);
    fields.push({ field_id: fieldId, element_id: elementId, ...completeField(item, null) });
  }
  return fields;
}
