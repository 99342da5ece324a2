/**
 * Recorded values of datasheet fields: dispositions, parsing, validity, normal form, and the value a field
 * starts with.
 */
import { findOption, isChoiceType, isMultipleChoice } from './field-rules.ts';
import type { Field, FieldValue } from './outline.ts';

export const DISPOSITIONS = [
  'specified',
  'per_drawings',
  'not_applicable',
  'tbd',
  'manufacturer_standard',
] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** The record of one field in a datasheet. Only `specified` has a value. */
export interface RecordedValue {
  value: FieldValue;
  disposition: Disposition;
  disposition_note: string | null;
}

/** Members of a field that validity depends on. */
type ValueRules = Pick<Field, 'input_type' | 'options'>;

export const BLANK_VALUE: RecordedValue = { value: null, disposition: 'specified', disposition_note: null };

/** Decimal, fraction or mixed number, signed: `4.5`, `.5`, `1/2`, `4 1/2`. */
const NUMERIC = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+|(?:\d+ +)?\d+\/0*[1-9]\d*)$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * A value as it comes from outside, any JSON, as one of the forms of a field value; undefined when it is none
 * of them: an object, a list of anything but texts, a number that is none.
 */
export function readFieldValue(sent: unknown): FieldValue | undefined {
  if (sent === null || typeof sent === 'string' || typeof sent === 'boolean') return sent;
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : undefined;
  if (!Array.isArray(sent)) return undefined;
  const texts = sent.filter((item): item is string => typeof item === 'string');
  return texts.length === sent.length ? texts : undefined;
}

/** Null, '', white space and an empty choice are blank. */
export function isBlankValue(value: FieldValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/**
 * The value as it is stored: blank as null, a choice as its option is written, the choices of a checkbox or listbox
 * as a list in the order of the options, each once, because they are a set; anything else as sent (numbers keep
 * their form). Validity is `isValueValid`'s: what is no option stays, after the others.
 */
export function normaliseValue(rules: ValueRules, value: FieldValue): FieldValue {
  if (isBlankValue(value)) return null;
  const { input_type: type, options } = rules;
  if (isMultipleChoice(type) && (Array.isArray(value) || typeof value === 'string')) {
    const chosen = new Set([value].flat().map((item) => findOption(options, item) ?? item));
    return [...new Set([...options.filter((option) => chosen.has(option)), ...chosen])];
  }
  if (isChoiceType(type) && typeof value === 'string') return findOption(options, value) ?? value;
  return value;
}

/** True when the field accepts the value. A blank is always accepted. */
export function isValueValid(rules: ValueRules, value: FieldValue): boolean {
  if (isBlankValue(value)) return true;
  const type = rules.input_type;
  if (isMultipleChoice(type)) {
    const chosen = Array.isArray(value) ? value : [value];
    return chosen.every((item) => typeof item === 'string' && findOption(rules.options, item) !== undefined);
  }
  if (isChoiceType(type)) return typeof value === 'string' && findOption(rules.options, value) !== undefined;
  if (type === 'number' || type === 'range') return isNumeric(value);
  if (typeof value !== 'string') return false;
  return type === 'date' ? isCalendarDate(value) : true;
}

/** What a new datasheet, or a field that is new to one, starts with. */
export function startingValue(field: Field): RecordedValue {
  if (field.starting_disposition !== null) return { ...BLANK_VALUE, disposition: field.starting_disposition };
  return { ...BLANK_VALUE, value: normaliseValue(field, field.default_value) };
}

function isNumeric(value: FieldValue): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && NUMERIC.test(value.trim());
}

/** An ISO calendar day that exists. */
function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text.trim());
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  // Years below 100 would be read as 19xx; the round trip refuses them together with the 30th of February.
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
