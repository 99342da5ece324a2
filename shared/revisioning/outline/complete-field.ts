/** Completes a submitted field of a standard to a whole definition, from stored values or defaults. */
import type { Constraint, Field, FieldValue, InputType, StartingDisposition } from './outline.ts';

/** One item of `datasheetElements`; already checked against its schema, so the enums hold. */
export interface SubmittedField {
  element_address: string;
  label: string;
  input_type: InputType;
  /** The field's identity, when the caller knows it. Unknown ids count as absent. */
  id?: number | undefined;
  /** The current label, when `label` renames the field. */
  match_label?: string | null | undefined;
  options?: readonly string[] | null | undefined;
  default_value?: FieldValue | undefined;
  order_number?: number | null | undefined;
  drawing_ref?: boolean | null | undefined;
  drawing_ref_locator?: string | null | undefined;
  starting_disposition?: StartingDisposition | null | undefined;
  /** Legacy spelling of a deferral to the drawings. */
  starts_deferred?: boolean | null | undefined;
  constraint?: Constraint | null | undefined;
  unit?: string | null | undefined;
}

/** A definition without its identity and clause. */
type FieldDefinition = Omit<Field, 'field_id' | 'element_id'>;

/**
 * The whole definition of a submitted field. A missing member takes the value of `stored` (patch mode) or,
 * without `stored`, its default. Null sets the default in both cases, as does '' for a unit or a locator.
 */
export function completeField(sent: SubmittedField, stored: FieldDefinition | null): FieldDefinition {
  const deferral = completeDeferral(sent, stored);
  return {
    label: sent.label,
    input_type: sent.input_type,
    options: pick(sent.options, stored?.options, []).slice(),
    default_value: completeDefault(pick(sent.default_value, stored?.default_value, null)),
    order_number: pick(sent.order_number, stored?.order_number, null),
    drawing_ref: deferral.drawing_ref,
    drawing_ref_locator: pick(sent.drawing_ref_locator, stored?.drawing_ref_locator, null) || null,
    starting_disposition: deferral.starting_disposition,
    constraint: pick(sent.constraint, stored?.constraint, null),
    unit: pick(sent.unit, stored?.unit, null) || null,
  };
}

/** The sent value, else the stored one; `fallback` for null and for neither. */
function pick<T>(sent: T | null | undefined, stored: T | null | undefined, fallback: T): T {
  return (sent === undefined ? stored : sent) ?? fallback;
}

/**
 * `starts_deferred: true` is the old way to write per_drawings; an explicit starting_disposition wins over
 * it.
 */
function completeDeferral(
  sent: SubmittedField,
  stored: FieldDefinition | null,
): Pick<FieldDefinition, 'drawing_ref' | 'starting_disposition'> {
  const isLegacy = sent.starts_deferred === true && sent.starting_disposition === undefined;
  const disposition = isLegacy ? 'per_drawings' : sent.starting_disposition;
  const endsLegacy = sent.starts_deferred === false && sent.starting_disposition === undefined;
  return {
    starting_disposition: endsLegacy
      ? null
      : pick<StartingDisposition | null>(disposition, stored?.starting_disposition, null),
    drawing_ref: pick(sent.drawing_ref ?? (isLegacy ? true : undefined), stored?.drawing_ref, false),
  };
}

/**
 * '' and an empty array mean no default, so that there is one spelling of none and one hash.
 */
function completeDefault(value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.length === 0 ? null : value.slice();
  return typeof value === 'string' && value.trim() === '' ? null : value;
}
