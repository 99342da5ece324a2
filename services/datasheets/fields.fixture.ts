/**
 * Test data: a small standard with several kinds of fields, field states, people, times, and the ADA
 * dimensions of the corpora.
 */
import { readFile } from 'node:fs/promises';
import type { RecordedValue } from '../../shared/revisioning/outline/field-value.ts';
import { BLANK_VALUE } from '../../shared/revisioning/outline/field-value.ts';
import { PLAIN_FIELD } from '../../test/plain-field.ts';
import { buildDefinition, type StandardDefinition } from './definition-cache.ts';
import type { PresentedField } from './field-input.ts';
import type { FieldState, FieldStates } from './records/recorded-values.ts';

const PLAIN: Omit<PresentedField, 'id' | 'label'> = {
  element_id: 1,
  element_address: '1.1',
  ...PLAIN_FIELD,
  options: [],
  starts_deferred: false,
};

/** A definition of these fields at standard revision 100 (code 1.0.0) unless said otherwise. */
export function definitionWith(
  fields: (Partial<PresentedField> & { id: number; label: string })[],
  { revision_id = 100, code = '1.0.0' } = {},
): StandardDefinition {
  return buildDefinition(
    { revision_id, standard_id: 10, code, has_printed_numbers: false },
    fields.map((field) => ({ ...PLAIN, ...field })),
  );
}

/** Fields of several input types, defaults and starting dispositions. */
export const SLAB: StandardDefinition = definitionWith([
  { id: 1, label: 'Supplier', default_value: 'Any' },
  {
    id: 2,
    label: 'Thickness',
    input_type: 'range',
    constraint: 'min',
    unit: 'in',
    default_value: '4 1/2',
    element_address: '2.1',
  },
  {
    id: 3,
    label: 'Finish',
    input_type: 'select',
    options: ['Trowel', 'Broom'],
    default_value: 'Broom',
    element_address: '2.2',
  },
  { id: 4, label: 'Admixtures', input_type: 'checkbox', options: ['Air', 'Fly ash'], element_address: '2.2' },
  { id: 5, label: 'Slope', starting_disposition: 'per_drawings', drawing_ref: true, element_address: '3' },
  {
    id: 6,
    label: 'Colour',
    starting_disposition: 'manufacturer_standard',
    default_value: 'Grey',
    element_address: '4',
  },
  { id: 7, label: 'Pour date', input_type: 'date', element_address: '10' },
]);

/** States by field id; what is not named is blank and untouched. */
export function statesFor(
  definition: StandardDefinition,
  recorded: Record<number, Partial<RecordedValue>> = {},
): FieldStates {
  const states = definition.fields.map(({ field_id }): FieldState => {
    const edited = recorded[field_id]
      ? { edited_by: ANNA, edited_at: EARLIER }
      : { edited_by: null, edited_at: null };
    return { field_id, ...BLANK_VALUE, ...recorded[field_id], ...edited };
  });
  return new Map(states.map((state) => [state.field_id, state]));
}

export const ANNA = { userId: 1, displayName: 'Anna' };
export const BORIS = { userId: 2, displayName: 'Boris' };
export const EARLIER = '2026-01-01T00:00:00.000Z';
export const NOW = '2026-02-01T00:00:00.000Z';

/** A field of the corpora in `test/corpora/fields`. */
interface CorpusField {
  element_address: string;
  label: string;
  input_type: PresentedField['input_type'];
  unit?: string;
  constraint?: NonNullable<PresentedField['constraint']>;
  default_value?: string;
}

/** The dimensions that the 2010 ADA Standards prescribe. */
export async function adaFields(): Promise<CorpusField[]> {
  const path = new URL('../../test/corpora/fields/ada-2010-dimensions.json', import.meta.url);
  const corpus: { fields: CorpusField[] } = JSON.parse(await readFile(path, 'utf8'));
  return corpus.fields;
}
