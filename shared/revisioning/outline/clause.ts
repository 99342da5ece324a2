/**
 * Clauses of an outline by identity, with parent, number and fields, and the equality of wordings, places and fields. A
 * clause has five axes: text, heading, label, kind and place. A place is the identity of the parent and the number among its
 * siblings, so a clause in a renumbered section has not moved. Neither has one that got another number because of
 * insertions before it: there `../merge/siblings.ts` decides.
 */
import { isSameText } from '../../text/same-text.ts';
import { depthOf, isBelow, ordinalOf } from './address.ts';
import { isSameJson } from './canonical-json.ts';
import { defaultContent } from './content-hash.ts';
import type { Element, Field, Outline } from './outline.ts';

export interface Clause {
  element: Element;
  /** Identity of the clause above; null at the top level. */
  parentId: number | null;
  ordinal: number;
  fields: readonly Field[];
}

/** The clauses of one outline by identity, in the order of the outline. */
export type ClauseIndex = ReadonlyMap<number, Clause>;

/** The clauses of the three outlines of a merge. */
export interface MergeIndexes {
  base: ClauseIndex;
  theirs: ClauseIndex;
  mine: ClauseIndex;
}

export const CLAUSE_AXES = ['text', 'heading', 'label', 'kind', 'place'] as const;
export type ClauseAxis = (typeof CLAUSE_AXES)[number];

const NO_FIELDS: readonly Field[] = [];

/**
 * Indexes a valid outline, in order, by identity.
 * @throws Error when a clause does not follow its parent, because nothing sensible can be merged or compared
 * then
 */
export function indexClauses(outline: Outline): ClauseIndex {
  const fieldsOf =
    outline.fields.length === 0 ? null : Map.groupBy(outline.fields, (field) => field.element_id);
  const clauses = new Map<number, Clause>();
  // Outlines are in order, so the parent is the last clause one level up and needs no look-up by address.
  const above: Element[] = [];
  for (const element of outline.elements) {
    const level = depthOf(element.address) - 1;
    const parent = level === 0 ? null : above[level - 1];
    if (parent === undefined || (parent !== null && !isBelow(element.address, parent.address))) {
      throw new Error(`Element ${element.address} does not follow its parent`);
    }
    above.length = level;
    above.push(element);
    clauses.set(element.element_id, {
      element,
      parentId: parent === null ? null : parent.element_id,
      ordinal: ordinalOf(element.address),
      fields: fieldsOf?.get(element.element_id) ?? NO_FIELDS,
    });
  }
  return clauses;
}

/** A place in the tree as a key. */
export const placeKey = (parentId: number | null, ordinal: number): string => `${parentId ?? ''}/${ordinal}`;

/** Whether two clauses have the same place. */
export function isSamePlace(left: Clause, right: Clause): boolean {
  return left.ordinal === right.ordinal && left.parentId === right.parentId;
}

/** Whether two elements have the same wording, at any place. */
export function isSameWording(a: Element, b: Element): boolean {
  return (
    a === b ||
    (a.content === b.content && a.toc_content === b.toc_content && a.label === b.label && a.kind === b.kind)
  );
}

const isSameOptions = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((option, index) => isSameText(option, right[index] ?? ''));

/** True when two states of one field agree in everything, the clause they are on included. */
export function isSameField(left: Field | undefined, right: Field | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  return (
    left.field_id === right.field_id &&
    left.element_id === right.element_id &&
    isSameText(left.label, right.label) &&
    left.input_type === right.input_type &&
    left.order_number === right.order_number &&
    left.drawing_ref === right.drawing_ref &&
    left.drawing_ref_locator === right.drawing_ref_locator &&
    left.starting_disposition === right.starting_disposition &&
    left.constraint === right.constraint &&
    left.unit === right.unit &&
    isSameJson(defaultContent(left.default_value), defaultContent(right.default_value)) &&
    isSameOptions(left.options, right.options)
  );
}
