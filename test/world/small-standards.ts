/** Test fixture: small standards as editions of wiki pages, with fields of one kind each or with given ones. */
import {
  clause,
  type Edition,
  type EditionField,
  type EditionInput,
  editionField,
  section,
} from './editions.ts';

export interface StandardInput {
  title: string;
  categoryPath?: string[];
  /** The fields, or how many below section 2. */
  fields?: number | readonly EditionField[];
  page?: string;
  edition?: number;
}

/** A small standard with several kinds of fields. */
export const SLAB_FIELDS: readonly EditionField[] = [
  editionField({ element_address: '1.1', label: 'Supplier', default_value: 'Any' }),
  editionField({
    element_address: '1.2',
    label: 'Thickness',
    input_type: 'range',
    constraint: 'min',
    unit: 'in',
    default_value: '4 1/2',
  }),
  editionField({
    element_address: '1.3',
    label: 'Finish',
    input_type: 'select',
    options: ['Trowel', 'Broom'],
    default_value: 'Broom',
    order_number: 1,
  }),
  editionField({
    element_address: '1.3',
    label: 'Admixtures',
    input_type: 'checkbox',
    options: ['Air', 'Fly ash'],
    order_number: 2,
  }),
  editionField({
    element_address: '1.4',
    label: 'Slope',
    drawing_ref: true,
    drawing_ref_locator: 'A-101',
    starting_disposition: 'per_drawings',
  }),
];

/** An edition of a page: the scope as text, then clauses with a field each; or the clauses of the given fields. */
export function describeEdition({
  title,
  categoryPath = ['Concrete'],
  fields = 2,
  page,
  edition = 1,
}: StandardInput): EditionInput {
  const text =
    typeof fields === 'number'
      ? numberedFields(fields, `Covers ${title}, edition ${edition} – “Beton”.`)
      : { elements: elementsFor(fields), fields: [...fields] };
  return {
    ...(page ? { page } : {}),
    title,
    description: `About ${title}`,
    category_path: categoryPath,
    edition_number: edition,
    ...text,
  };
}

function numberedFields(count: number, scope: string): Pick<Edition, 'elements' | 'fields'> {
  const addresses = Array.from({ length: count }, (_, index) => `2.${index + 1}`);
  return {
    elements: [
      section('1', 'Scope', scope),
      section('2', 'Products'),
      ...addresses.map((address) => clause(address, `Clause ${address} of cement.`)),
    ],
    fields: addresses.map((element_address, index) =>
      editionField({
        element_address,
        label: `Value ${index + 1}`,
        unit: 'mm',
        default_value: `d${index + 1}`,
        order_number: index + 1,
      }),
    ),
  };
}

/** Elements for these fields: a section for each first level, a clause for each address. */
function elementsFor(fields: readonly { element_address: string }[]): Edition['elements'] {
  const addresses = new Set<string>();
  for (const { element_address } of fields) {
    const levels = element_address.split('.');
    for (let depth = 1; depth <= levels.length; depth += 1) addresses.add(levels.slice(0, depth).join('.'));
  }
  return [...addresses].map((address) =>
    address.includes('.')
      ? clause(address, `Clause ${address} of the test.`)
      : section(address, `Part ${address}`),
  );
}
