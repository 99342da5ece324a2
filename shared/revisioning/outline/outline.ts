/**
 * Types of the outline of a specification: numbered elements and the datasheet fields attached to them,
 * with their input types, constraints and starting dispositions. Also the key of a field in its clause, and the
 * replacement of clause identities.
 */
import { composed } from '../../text/same-text.ts';

/**
 * The kinds of elements. A new one needs its attributes in `element-body.ts`, its opening in the markup
 * (`element-start.ts`), its forms in Word (`element-paragraphs.ts`) and OSCAL (`write-catalogue.ts`), a name in the editor
 * (`open-clause.tsx`) and a row in `docs/decisions.md`; contracts and imports follow this list.
 */
export const ELEMENT_KINDS = ['section', 'clause', 'note'] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** One numbered element. `element_id` is its identity for life; the address is its present place. */
export interface Element {
  element_id: number;
  /** Dot-separated numeric outline address, e.g. `2.1.3`. */
  address: string;
  kind: ElementKind;
  /** Heading text; empty when it has none. */
  toc_content: string;
  /** Clause text: the markdown source of its blocks, separated by blank lines. */
  content: string;
  /** The number that is printed, e.g. `1.01.A`, and need not be unique; absent where there is none. */
  label?: string;
}

/** The member `label` of an element; an empty one is none, so that the same clause always has the same members. */
export const labelMember = (label: string | null | undefined): Pick<Element, 'label'> =>
  label ? { label } : {};

/**
 * The input types. A new one needs its values in `field-value.ts`, its warning in `field-warnings.ts`, its constraints in
 * `field-rules.ts`, a sentence in `accepted-value.ts` and a row in `docs/decisions.md`; contracts, markup and imports follow
 * this list.
 */
export const INPUT_TYPES = [
  'text',
  'textarea',
  'number',
  'date',
  'select',
  'radio',
  'checkbox',
  'listbox',
  'combobox',
  'range',
] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Input types whose value is one of `options` (checkbox and listbox: an array of them). */
export const CHOICE_TYPES: readonly InputType[] = ['select', 'radio', 'checkbox', 'listbox', 'combobox'];

export const CONSTRAINTS = ['min', 'max', 'exact', 'all_of', 'any_of'] as const;
export type Constraint = (typeof CONSTRAINTS)[number];

export const STARTING_DISPOSITIONS = ['per_drawings', 'manufacturer_standard'] as const;
export type StartingDisposition = (typeof STARTING_DISPOSITIONS)[number];

export type FieldValue = string | number | boolean | string[] | null;

/**
 * One datasheet field definition. `field_id` is its identity across revisions, `element_id` the clause it
 * belongs to. A new member also needs `complete-field.ts`, `content-hash.ts`, `../merge/combine-fields.ts`,
 * `../amend/instructions.ts`, the markup (`field-block.ts`), the shapes of the contracts and the importers
 * (`valid-fields.ts`); content hashes of what does not have it must stay.
 */
export interface Field {
  field_id: number;
  element_id: number;
  /** Unique together with the address of its element. */
  label: string;
  input_type: InputType;
  options: string[];
  default_value: FieldValue;
  order_number: number | null;
  drawing_ref: boolean;
  drawing_ref_locator: string | null;
  starting_disposition: StartingDisposition | null;
  constraint: Constraint | null;
  /** At most 40 characters, e.g. `mm`. */
  unit: string | null;
}

/**
 * Elements in numeric outline order, fields in the order of their elements, then `order_number`, then label.
 */
export interface Outline {
  elements: Element[];
  fields: Field[];
}

/**
 * The key under which the fields of a clause are unique: the clause (its identity, or its address) and the
 * label, in whatever Unicode form it was sent.
 */
export const fieldKey = (clause: number | string | undefined, label: string): string =>
  `${clause} ${composed(label)}`;

/** Elements or fields with other identities for the clauses in `ids`; the rest are the same objects. */
export const replaceElementIds = <T extends { element_id: number }>(
  items: readonly T[],
  ids: ReadonlyMap<number, number>,
): T[] =>
  items.map((item) => {
    const element_id = ids.get(item.element_id);
    return element_id === undefined ? item : { ...item, element_id };
  });
