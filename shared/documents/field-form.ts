/**
 * What the row of a field does not show of it: type, constraint, order, drawing and disposition, in the letters that the name
 * of a bookmark has, such as `range_min_o2_d`. Word keeps it with the row, and loses it with the row. Pure.
 */
import {
  CONSTRAINTS,
  type Constraint,
  type Field,
  INPUT_TYPES,
  type InputType,
  STARTING_DISPOSITIONS,
  type StartingDisposition,
} from '../revisioning/outline/outline.ts';

/** The members of a field that its row does not show. */
export type FieldForm = Pick<
  Field,
  'input_type' | 'constraint' | 'order_number' | 'drawing_ref' | 'starting_disposition'
>;

export const writeFieldForm = (field: FieldForm): string =>
  [
    field.input_type,
    ...(field.constraint === null ? [] : [field.constraint.replace('_', '')]),
    ...(field.order_number === null ? [] : [`o${field.order_number}`]),
    ...(field.drawing_ref ? ['d'] : []),
    ...(field.starting_disposition === null ? [] : [LETTERS[field.starting_disposition]]),
  ].join('_');

/** @returns null for what is no such form */
export function readFieldForm(text: string): FieldForm | null {
  const [type, ...others] = text.split('_');
  const input_type = INPUT_TYPES.find((one): one is InputType => one === type);
  if (input_type === undefined) return null;
  const orders = others.flatMap((part) => /^o(\d{1,9})$/.exec(part)?.[1] ?? []).map(Number);
  return {
    input_type,
    constraint: CONSTRAINTS.find((one): one is Constraint => others.includes(one.replace('_', ''))) ?? null,
    order_number: orders[0] ?? null,
    drawing_ref: others.includes('d'),
    starting_disposition:
      STARTING_DISPOSITIONS.find((one): one is StartingDisposition => others.includes(LETTERS[one])) ?? null,
  };
}

const LETTERS: Readonly<Record<StartingDisposition, string>> = {
  per_drawings: 'p',
  manufacturer_standard: 'm',
};
