/**
 * Parser and serialiser of a datasheet field as a fenced block `field` with a YAML body. `shared/revisioning` checks
 * its meaning (options, constraints, deferrals).
 */

import { isAddress } from '../revisioning/outline/address.ts';
import { completeField, type SubmittedField } from '../revisioning/outline/complete-field.ts';
import { type FieldContent, fieldContent } from '../revisioning/outline/content-hash.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../revisioning/outline/outline.ts';
import { fenceOf } from '../text/code-fence.ts';
import { findControlCharacter } from './lines.ts';
import { createFault, excerpt, type MarkupFault, type MarkupRuleId } from './markup-rules.ts';
import { normaliseField } from './normalise.ts';
import { readYaml, writeYaml, type YamlValue } from './plain-yaml.ts';

const FIELD_KEYS = [
  'address',
  'label',
  'type',
  'options',
  'default',
  'order',
  'drawing_ref',
  'drawing_ref_locator',
  'disposition',
  'constraint',
  'unit',
] as const;
type FieldKey = (typeof FIELD_KEYS)[number];

interface ParsedFieldBlock {
  /** Null when the block has an error. */
  field: FieldContent | null;
  errors: MarkupFault[];
}

/**
 * Reads the body of a field block.
 * @param body the lines between the fences
 * @param line line of the opening fence, counted from 1
 * @param above address of the element above, which the field belongs to unless it names another; null when
 * there is none
 */
export function readFieldBlock(
  body: readonly string[],
  line: number,
  above: string | null,
): ParsedFieldBlock {
  const { entries, lines, faults } = readYaml(body.join('\n'));
  const errors: MarkupFault[] = [];
  const report = (rule: MarkupRuleId, key: string | null, detail: string) =>
    errors.push(createFault(rule, key === null ? line : line + 1 + (lines.get(key) ?? 0), above, detail));

  for (const { line: at, key, message } of faults) {
    if (key === null)
      errors.push(createFault('field-bad-yaml', line + 1 + at, above, `This cannot be read: ${message}`));
    else report('field-bad-value', key, message);
  }
  for (const key of entries.keys()) {
    if (!isFieldKey(key))
      report('field-unknown-key', key, `${JSON.stringify(excerpt(key))} is not a field key`);
  }
  for (const [key, value] of entries) {
    // YAML escapes can produce characters that texts must not contain: "\u0007".
    const control = findControlCharacter(typeof value === 'string' ? value : value.join(''));
    if (control !== null)
      report('control-character', key, `${JSON.stringify(excerpt(key))} contains ${control}`);
  }

  const text = (key: FieldKey): string | null => {
    const value = entries.get(key);
    if (value === undefined || value === '') return null;
    if (typeof value === 'string') return value;
    report('field-bad-value', key, `${key} must be a string, not a list`);
    return null;
  };
  const oneOf = <T extends string>(key: FieldKey, values: readonly T[]): T | null => {
    const value = text(key);
    const known = values.find((candidate) => candidate === value) ?? null;
    if (value !== null && known === null)
      report('field-bad-value', key, `${key} is one of ${values.join(', ')}`);
    return known;
  };

  const address = text('address') ?? above;
  if (address === null) report('field-without-element', null, 'There is no element above this field');
  else if (!isAddress(address))
    report('field-bad-value', 'address', `${JSON.stringify(excerpt(address))} is not a valid address`);
  const label = text('label');
  const type = oneOf('type', INPUT_TYPES);
  const wholeYaml = !faults.some((problem) => problem.key === null);
  if (wholeYaml && label === null && !Array.isArray(entries.get('label')))
    report('field-missing-key', null, 'The label is missing');
  if (wholeYaml && !entries.has('type')) report('field-missing-key', null, 'The type is missing');

  const sent: Omit<SubmittedField, 'element_address' | 'label' | 'input_type'> = {
    options: readOptions(entries.get('options'), report),
    default_value: entries.get('default') ?? null,
    order_number: readOrder(text('order'), report),
    drawing_ref: readBoolean(text('drawing_ref'), report),
    drawing_ref_locator: text('drawing_ref_locator'),
    starting_disposition: oneOf('disposition', STARTING_DISPOSITIONS),
    constraint: oneOf('constraint', CONSTRAINTS),
    unit: text('unit'),
  };
  if (errors.length > 0 || address === null || label === null || type === null)
    return { field: null, errors };
  const whole = completeField({ ...sent, element_address: address, label, input_type: type }, null);
  return { field: normaliseField(fieldContent(whole, address)), errors };
}

function isFieldKey(key: string): key is FieldKey {
  return FIELD_KEYS.some((known) => known === key);
}

type Report = (rule: MarkupRuleId, key: string, detail: string) => void;

function readOptions(value: YamlValue | undefined, report: Report): string[] {
  if (value === undefined || value === '') return [];
  if (typeof value !== 'string') return value;
  report('field-bad-value', 'options', 'options is a list');
  return [];
}

function readOrder(text: string | null, report: Report): number | null {
  if (text === null) return null;
  const number = /^[+-]?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  report('field-bad-value', 'order', 'order is a whole number');
  return null;
}

function readBoolean(text: string | null, report: Report): boolean {
  if (text !== null && text !== 'true' && text !== 'false')
    report('field-bad-value', 'drawing_ref', 'drawing_ref is true or false');
  return text === 'true';
}

/**
 * A field in normal form as a fenced block. `withAddress` names its element; otherwise it belongs to the one
 * above. The fence is longer than any run of backticks inside.
 */
export function writeFieldBlock(field: FieldContent, withAddress: boolean): string {
  const body = writeYaml({
    ...(withAddress ? { address: field.element_address } : {}),
    label: field.label,
    type: field.input_type,
    ...(field.options.length === 0 ? {} : { options: field.options }),
    ...(field.default_value === null ? {} : { default: field.default_value }),
    ...(field.order_number === null ? {} : { order: field.order_number }),
    ...(field.drawing_ref ? { drawing_ref: true } : {}),
    ...(field.drawing_ref_locator === null ? {} : { drawing_ref_locator: field.drawing_ref_locator }),
    ...(field.starting_disposition === null ? {} : { disposition: field.starting_disposition }),
    ...(field.constraint === null ? {} : { constraint: field.constraint }),
    ...(field.unit === null ? {} : { unit: field.unit }),
  });
  const fence = fenceOf(body);
  return `${fence}field\n${body}${fence}`;
}
