/** Converts a field of a standard to an OSCAL parameter, and back. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../rest-client/json.ts';
import type { FieldContent } from '../revisioning/outline/content-hash.ts';
import { isMultipleChoice } from '../revisioning/outline/field-rules.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../revisioning/outline/outline.ts';
import { findOwnProperty, isPlainValue, ownProperty } from './own-properties.ts';

/** @param owner the address of the group or control that has the parameter */
export function writeParameter(field: FieldContent, id: string, owner: string): JsonObject {
  const { constraint, default_value: value, drawing_ref_locator: locator, unit } = field;
  const values = Array.isArray(value) ? value : typeof value === 'string' ? [value] : [];
  const isPlain = values.length > 0 && values.every(isPlainValue);
  const choices = {
    'how-many': isMultipleChoice(field.input_type) ? 'one-or-more' : 'one',
    choice: field.options,
  };
  return {
    id,
    label: field.label,
    props: [
      ownProperty('input-type', field.input_type),
      ...(field.element_address === owner ? [] : [ownProperty('address', field.element_address)]),
      ...(unit === null ? [] : [ownProperty('unit', unit)]),
      ...(constraint === null ? [] : [ownProperty('constraint', constraint)]),
      ...(field.order_number === null ? [] : [ownProperty('order-number', String(field.order_number))]),
      ...(field.drawing_ref ? [ownProperty('drawing-ref', 'true')] : []),
      ...(locator === null ? [] : [ownProperty('drawing-ref-locator', locator)]),
      ...(field.starting_disposition === null
        ? []
        : [ownProperty('starting-disposition', field.starting_disposition)]),
      // A list of one value, and what is no value of OSCAL, are not told by the values.
      ...(value === null || (isPlain && !Array.isArray(value))
        ? []
        : [ownProperty('default', JSON.stringify(value))]),
    ],
    ...(field.options.length === 0 ? {} : { select: choices }),
    ...(isPlain ? { values } : {}),
  };
}

/** The field of a parameter that was written here; null for any other. @param owner as it was written */
export function readOwnParameter(param: JsonObject, owner: string): FieldContent | null {
  const own = (name: Parameters<typeof findOwnProperty>[1]): string | null =>
    findOwnProperty(param.props, name);
  const inputType = INPUT_TYPES.find((type) => type === own('input-type'));
  const { label, select, values } = param;
  if (inputType === undefined || typeof label !== 'string') return null;
  const order = own('order-number');
  return {
    constraint: CONSTRAINTS.find((constraint) => constraint === own('constraint')) ?? null,
    default_value: readDefault(own('default'), values),
    drawing_ref: own('drawing-ref') === 'true',
    drawing_ref_locator: own('drawing-ref-locator'),
    element_address: own('address') ?? owner,
    input_type: inputType,
    label,
    options: isJsonObject(select) ? textsOf(select.choice) : [],
    order_number: order === null ? null : Number(order),
    starting_disposition: STARTING_DISPOSITIONS.find((one) => one === own('starting-disposition')) ?? null,
    unit: own('unit'),
  };
}

const textsOf = (value: JsonValue): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The property counts while it says the same as the values, which another program may have changed. */
function readDefault(written: string | null, values: JsonValue): FieldContent['default_value'] {
  const now = textsOf(values);
  const exact = parse(written ?? 'null');
  const isList = Array.isArray(exact);
  if (now.length > 0) return isList ? now : (now[0] ?? null);
  return isList ? textsOf(exact) : typeof exact === 'string' ? exact : null;
}

/** Null for a text that another program has put there. */
function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
