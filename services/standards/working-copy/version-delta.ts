/**
 * Difference between two versions of a working copy, computed and applied; most versions are stored as such. Pure.
 */
import { isSameField, isSameWording } from '../../../shared/revisioning/outline/clause.ts';
import type { Element, Field } from '../../../shared/revisioning/outline/outline.ts';
import { orderOutline } from '../../../shared/revisioning/outline/outline-order.ts';
import type { ClauseEdit } from './clause-edits.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

export interface VersionDelta {
  /** Clauses that are new, reworded or moved. */
  elements: Element[];
  removedElements: number[];
  fields: Field[];
  removedFields: number[];
  /** The edits of the save. */
  edits: ClauseEdit[];
  /** Clauses removed from earlier edits. */
  settled: number[];
}

/** The difference from one version to the next. */
export function computeDelta(before: WorkingCopyState, after: WorkingCopyState): VersionDelta {
  const elements = new Map(before.outline.elements.map((element) => [element.element_id, element]));
  const fields = new Map(before.outline.fields.map((field) => [field.field_id, field]));
  const numbers = new Set(before.edits.map(({ number }) => number));
  const edits = after.edits.filter(({ number }) => !numbers.has(number));
  const previousIds = idsOf(after.edits.filter(({ number }) => numbers.has(number)));
  return {
    elements: after.outline.elements.filter(
      (element) => !isSameElement(elements.get(element.element_id), element),
    ),
    removedElements: missing(
      elements.keys(),
      new Set(after.outline.elements.map(({ element_id }) => element_id)),
    ),
    fields: after.outline.fields.filter((field) => !isSameField(fields.get(field.field_id), field)),
    removedFields: missing(fields.keys(), new Set(after.outline.fields.map(({ field_id }) => field_id))),
    edits,
    settled: missing(idsOf(before.edits), previousIds),
  };
}

/** The version after a difference. */
export function applyDelta({ outline, edits }: WorkingCopyState, delta: VersionDelta): WorkingCopyState {
  const elements = new Map(outline.elements.map((element) => [element.element_id, element]));
  for (const id of delta.removedElements) elements.delete(id);
  for (const element of delta.elements) elements.set(element.element_id, element);
  const fields = new Map(outline.fields.map((field) => [field.field_id, field]));
  for (const id of delta.removedFields) fields.delete(id);
  for (const field of delta.fields) fields.set(field.field_id, field);
  const settled = new Set(delta.settled);
  const previous = edits.flatMap((edit) => {
    const element_ids = edit.element_ids.filter((id) => !settled.has(id));
    return element_ids.length === 0 ? [] : [{ ...edit, element_ids }];
  });
  return {
    outline: orderOutline({ elements: [...elements.values()], fields: [...fields.values()] }),
    edits: [...previous, ...delta.edits],
  };
}

const isSameElement = (before: Element | undefined, after: Element): boolean =>
  before === after ||
  (before !== undefined && before.address === after.address && isSameWording(before, after));

const idsOf = (edits: readonly ClauseEdit[]): Set<number> =>
  new Set(edits.flatMap(({ element_ids }) => element_ids));

const missing = (ids: Iterable<number>, present: ReadonlySet<number>): number[] =>
  [...ids].filter((id) => !present.has(id));
