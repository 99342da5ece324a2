/**
 * Views of the clauses and fields of revisions and working copies, with the notice on held clauses and without the
 * text of withheld ones. Only `presentElement` withholds nothing: its callers do. Markdown: `present-documents.ts`.
 */
import type { elementView, fieldView } from '../../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { WITHHELD_TEXT } from '../../../shared/revisioning/outline/withheld-text.ts';
import type { HeldClauses, ModerationNotice } from '../holds/held-clauses.ts';

export type ElementView = Infer<typeof elementView>;
export type FieldDefinitionView = Infer<typeof fieldView>;

/**
 * The clauses of a sealed revision. A held one has a notice; at level 2 it keeps its address, depth and fields,
 * but no text.
 */
export function presentClauses(
  { elements }: { elements: readonly ElementView[] },
  held: HeldClauses,
): readonly ElementView[] {
  return held.size === 0
    ? elements
    : elements.map((element) => withNotice(element, held.get(element.element_id)));
}

/** The clauses without the text of those that are withheld, and without notices: what the search index gets. */
export const withholdClauses = (
  elements: readonly ElementView[],
  withheld: ReadonlySet<number>,
): readonly ElementView[] =>
  elements.map((element) => (withheld.has(element.element_id) ? withholdView(element) : element));

/** One clause of a comparison. */
export const presentClause = (element: Element | null, held: HeldClauses): ElementView | null =>
  element && withNotice(presentElement(element), held.get(element.element_id));

/** A text with its notice, or without words where they are withheld. */
export function withNotice<T extends WordedView>(
  view: T,
  notice: ModerationNotice | undefined,
): T & { moderation?: ModerationNotice } {
  if (notice === undefined) return view;
  return { ...(withholdsText(notice) ? withholdView(view) : view), moderation: notice };
}

/** A view with words; a printed number is a member of its own, or one of its attributes. */
interface WordedView {
  content: string;
  toc_content: string;
  label?: string | undefined;
  attributes?: ElementView['attributes'];
}

function withholdView<T extends WordedView>(view: T): T {
  const withheld = { ...view, ...WITHHELD_TEXT };
  delete withheld.label;
  if (withheld.attributes?.label !== undefined) {
    const { label: _, ...attributes } = withheld.attributes;
    withheld.attributes = attributes;
  }
  return withheld;
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
