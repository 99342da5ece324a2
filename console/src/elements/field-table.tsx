/** The datasheet fields of a clause: what is asked for, in which unit, what it starts with. */

import { DISPOSITION_WORDS } from '../../../shared/documents/disposition-words.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import type { Constraint } from '../../../shared/revisioning/outline/outline.ts';

export const CONSTRAINT_WORDS: Readonly<Record<Constraint, string>> = {
  min: 'minimum',
  max: 'maximum',
  exact: 'exact',
  all_of: 'all of',
  any_of: 'any of',
};

type View = Extract<EndpointResult<'standards.get'>, { content_hash: unknown }>;
export type ShownField = View['datasheet_elements'][number];

/** What is shown of a field. */
type FieldRow = Omit<
  ShownField,
  'id' | 'element_id' | 'element_address' | 'order_number' | 'starts_deferred'
>;

export function FieldTable({ fields }: { fields: readonly FieldRow[] }) {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map((field) => (
        <div key={field.label}>
          <dt dir="auto">{field.label}</dt>
          <dd dir="auto">
            <span class="choices">{choicesOf(field)}</span>
            {remarksOf(field).map((remark) => (
              <span key={remark} class="remark">
                {remark}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What may be filled in. */
export function choicesOf({
  options,
  input_type,
  unit,
}: Pick<ShownField, 'options' | 'input_type' | 'unit'>): string {
  const choices = options.length > 0 ? options.join(' / ') : input_type === 'textarea' ? 'text' : input_type;
  return unit ? `${choices} (${unit})` : choices;
}

/** What else is said of it: its constraint, default, start and drawing. */
export function remarksOf({
  default_value,
  starting_disposition,
  drawing_ref,
  drawing_ref_locator,
  constraint,
}: Omit<FieldRow, 'label'>): string[] {
  const given = Array.isArray(default_value) ? default_value.join(', ') : String(default_value ?? '');
  // The bound of a range is its default.
  const isBound = given !== '' && (constraint === 'min' || constraint === 'max' || constraint === 'exact');
  const named = isBound ? `${CONSTRAINT_WORDS[constraint]} and default` : 'default';
  return [
    ...(constraint && !isBound ? [CONSTRAINT_WORDS[constraint]] : []),
    ...(given === '' ? [] : [`${named} ${given}`]),
    ...(starting_disposition ? [DISPOSITION_WORDS[starting_disposition]] : []),
    ...(drawing_ref ? [`see drawings ${drawing_ref_locator ?? ''}`.trim()] : []),
  ];
}
