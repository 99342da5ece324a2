/**
 * Sorting of an outline into its canonical order: elements by address, fields by element, number and label.
 */
import { compareAddresses } from './address.ts';
import type { Element, Field, Outline } from './outline.ts';

/**
 * The same outline with elements in numeric order and fields by element, then `order_number` (none last),
 * then label.
 */
export function orderOutline(outline: Outline): Outline {
  const elements = outline.elements.toSorted((a, b) => compareAddresses(a.address, b.address));
  return { elements, fields: orderFields(outline.fields, elements) };
}

/** Fields in the order of `elements` (which are in order), then `order_number` (none last), then label. */
export function orderFields(fields: readonly Field[], elements: readonly Element[]): Field[] {
  if (fields.length === 0) return [];
  const rank = new Map(elements.map((element, index) => [element.element_id, index]));
  return fields.toSorted(
    (a, b) =>
      (rank.get(a.element_id) ?? elements.length) - (rank.get(b.element_id) ?? elements.length) ||
      (a.order_number ?? Number.MAX_SAFE_INTEGER) - (b.order_number ?? Number.MAX_SAFE_INTEGER) ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : a.field_id - b.field_id),
  );
}
