/**
 * Views of the clauses and fields of revisions and working copies, and the lookup of the held clauses of a
 * revision, which finds none until moderation exists. Markdown and merge plans withhold text with
 * `WITHHELD_TEXT` (architecture §9).
 */

import type { elementView, fieldView } from '../../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { presentElementBody } from '../../../shared/revisioning/element-body.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline.ts';
import type { StandardRevisionRecord } from './model.ts';

export type ElementView = Infer<typeof elementView>;
export type FieldDefinitionView = Infer<typeof fieldView>;

/** The notice in place of the text of a held clause. */
interface WithholdingNotice {
  divergence: Record<string, unknown> | null;
  [member: string]: unknown;
}

/** The withheld clauses of a revision, by identity. */
export type HeldClauses = ReadonlyMap<number, WithholdingNotice>;

const NO_HELD_CLAUSES: HeldClauses = new Map();

/** The text of a held clause, in every format. */
export const WITHHELD_TEXT = { content: '', toc_content: 'Withheld clause' } as const;

/** The withheld clauses of a revision; none as long as moderation is not built. */
export const findHeldClauses = (
  _revision: Pick<StandardRevisionRecord, '_id' | 'standard_id'>,
): HeldClauses => NO_HELD_CLAUSES;

/**
 * The clauses of a sealed revision; a held one keeps its address, depth and fields, but no text (R-144,
 *
 */
export function presentClauses(
  { elements }: { elements: readonly ElementView[] },
  held: HeldClauses,
): readonly ElementView[] {
  return held.size === 0 ? elements : elements.map((element) => withhold(element, held));
}

/** One clause of a comparison. */
export const presentClause = (element: Element | null, held: HeldClauses): ElementView | null =>
  element && withhold(presentElement(element), held);

function withhold(element: ElementView, held: HeldClauses): ElementView {
  const notice = held.get(element.element_id);
  return notice ? { ...element, ...WITHHELD_TEXT, moderation: notice } : element;
}

/** A clause as readers see it. */
export const presentElement = (element: Element): ElementView => ({
  element_id: element.element_id,
  ...presentElementBody(element),
});

/** The fields of an outline, in its order. */
export function presentFields({ elements, fields }: Outline): FieldDefinitionView[] {
  const addresses = new Map(elements.map(({ element_id, address }) => [element_id, address]));
  return fields.map((field) => presentField(field, addresses.get(field.element_id) ?? ''));
}

/** A field as readers see it. @param address of its clause */
export const presentField = (field: Field, address: string): FieldDefinitionView => ({
  id: field.field_id,
  element_id: field.element_id,
  element_address: address,
  label: field.label,
  input_type: field.input_type,
  options: field.options,
  default_value: field.default_value,
  order_number: field.order_number,
  drawing_ref: field.drawing_ref,
  drawing_ref_locator: field.drawing_ref_locator,
  starting_disposition: field.starting_disposition,
  starts_deferred: field.starting_disposition === 'per_drawings',
  constraint: field.constraint,
  unit: field.unit,
});
