/**
 * Generators for property tests of upgrades: three successive revisions of a standard whose fields have every
 * input type, and the values that a datasheet records on the first.
 */
import fc from 'fast-check';
import { isChoiceType, isMultipleChoice } from '../outline/field-rules.ts';
import type { RecordedValue } from '../outline/field-value.ts';
import { BLANK_VALUE, DISPOSITIONS, isValueValid, normaliseValue } from '../outline/field-value.ts';
import { anyOutline, anyScript, applyEdits } from '../outline/histories.fixture.ts';
import { type Field, type FieldValue, INPUT_TYPES, type Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import type { AddressedField, UpgradeConflict } from './plan-upgrade.ts';
import { UPGRADE_RESOLUTIONS, type UpgradeResolution } from './resolve-upgrade.ts';

const number = fc.nat({ max: 999 });

const FIELD_EDITS = [
  'relabel',
  'type',
  'options',
  'unit',
  'constraint',
  'default',
  'starting_disposition',
  'order_number',
] as const;

/** A change of one member of the field at position `field`, counted around. */
interface FieldEdit {
  member: (typeof FIELD_EDITS)[number];
  field: number;
  choice: number;
}

const fieldEdits = (minLength: number, maxLength: number): fc.Arbitrary<FieldEdit[]> =>
  fc.array(fc.record({ member: fc.constantFrom(...FIELD_EDITS), field: number, choice: number }), {
    minLength,
    maxLength,
    size: 'max',
  });

/** Scripts that change some definitions. */
const anyFieldEdits: fc.Arbitrary<FieldEdit[]> = fieldEdits(0, 8);

const OPTIONS = [['a', 'b'], ['b', 'a'], ['a', 'b', 'c'], ['c'], []];
const UNITS = [null, 'mm', 'in'];
const CONSTRAINTS = [null, 'min', 'max', 'all_of', 'any_of'] as const;
const STARTS = [null, 'per_drawings', 'manufacturer_standard'] as const;

/** Applies changes of definitions, one after the other. Labels stay unique in their clause. */
function applyFieldEdits(outline: Outline, edits: readonly FieldEdit[]): Outline {
  const fields = [...outline.fields];
  for (const edit of edits) {
    const at = edit.field % Math.max(fields.length, 1);
    const field = fields[at];
    if (field) fields[at] = withValidMembers({ ...field, ...changeOf(field, edit) });
  }
  return orderOutline({ ...outline, fields });
}

function changeOf({ field_id, input_type, options }: Field, { member, choice }: FieldEdit): Partial<Field> {
  const pick = <T>(from: readonly T[], otherwise: T): T => from[choice % from.length] ?? otherwise;
  if (member === 'relabel') return { label: `Label ${choice % 4} of ${field_id}` };
  // A choice keeps options to choose from.
  if (member === 'type')
    return { input_type: pick(INPUT_TYPES, 'text'), options: options.length > 0 ? options : ['a', 'b'] };
  if (member === 'options') return { options: pick(OPTIONS, []) };
  if (member === 'unit') return { unit: pick(UNITS, null) };
  if (member === 'constraint') return { constraint: pick(CONSTRAINTS, null) };
  if (member === 'starting_disposition') return { starting_disposition: pick(STARTS, null) };
  if (member === 'order_number') return { order_number: choice };
  return { default_value: validValue({ input_type, options }, choice) };
}

/** Without the members that the type, the options or the starting disposition forbid. */
function withValidMembers(field: Field): Field {
  const { input_type, constraint, default_value, starting_disposition } = field;
  const isOfList = constraint === 'all_of' || constraint === 'any_of';
  const isAllowed = isMultipleChoice(input_type) ? isOfList : input_type === 'range' && !isOfList;
  const hasDefault = starting_disposition !== 'per_drawings' && isValueValid(field, default_value);
  return {
    ...field,
    constraint: isAllowed ? constraint : null,
    default_value: hasDefault ? default_value : null,
  };
}

/** A value that the field accepts; blank where it accepts no other. */
function validValue(
  { input_type, options }: Pick<Field, 'input_type' | 'options'>,
  choice: number,
): FieldValue {
  if (isChoiceType(input_type)) {
    const option = options[choice % Math.max(options.length, 1)] ?? null;
    if (!isMultipleChoice(input_type)) return option;
    return choice % 3 === 0 && options.length > 0 ? [...options] : option;
  }
  if (input_type === 'number' || input_type === 'range') return choice % 2 === 0 ? choice : `${choice} 1/2`;
  if (input_type === 'date') return `20${10 + (choice % 80)}-02-28`;
  // Words that are options and numbers elsewhere, so that a change of type may accept them.
  return ['a', 'c', '12', `text ${choice}`][choice % 4] ?? null;
}

interface RecordedForm {
  form: 'none' | 'blank' | 'disposition' | 'valid' | 'kept';
  choice: number;
}

const anyRecords = fc.array(
  fc.record<RecordedForm>({
    form: fc.constantFrom('valid', 'valid', 'valid', 'none', 'blank', 'disposition', 'kept'),
    choice: number,
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** What a datasheet records for these fields; `kept` is a value that an earlier upgrade kept (user_accepted). */
function record(fields: readonly Field[], records: readonly RecordedForm[]): Map<number, RecordedValue> {
  const values = new Map<number, RecordedValue>();
  for (const [at, field] of fields.entries()) {
    const { form, choice } = records[at % records.length] ?? { form: 'none', choice: 0 };
    if (form === 'none') continue;
    if (form === 'disposition') {
      const disposition = DISPOSITIONS[choice % DISPOSITIONS.length] ?? 'tbd';
      values.set(field.field_id, { value: null, disposition, disposition_note: `note ${choice}` });
    } else {
      const sent = form === 'blank' ? null : form === 'kept' ? `kept ${choice}` : validValue(field, choice);
      values.set(field.field_id, { ...BLANK_VALUE, value: normaliseValue(field, sent) });
    }
  }
  return values;
}

/** Three revisions, each grown out of the one before, and a datasheet on the first. */
export interface UpgradeHistory {
  first: Outline;
  second: Outline;
  third: Outline;
  values: Map<number, RecordedValue>;
}

/** An outline whose fields are of every type. */
const anyOutlineOfFields: fc.Arbitrary<Outline> = fc
  .tuple(anyOutline, fieldEdits(5, 40))
  .map(([outline, edits]) => applyFieldEdits(outline, edits));

/** Histories that change anything. */
export const anyUpgradeHistory: fc.Arbitrary<UpgradeHistory> = fc
  .tuple(anyOutlineOfFields, anyScript, anyFieldEdits, anyScript, anyFieldEdits, anyRecords)
  .map(([first, script, edits, laterScript, laterEdits, records]) => {
    const second = applyFieldEdits(applyEdits(first, script, 'x'), edits);
    const third = applyFieldEdits(applyEdits(second, laterScript, 'y'), laterEdits);
    return { first, second, third, values: record(first.fields, records) };
  });

/** A datasheet on an outline. */
export const anySheet: fc.Arbitrary<Pick<UpgradeHistory, 'first' | 'values'>> = fc
  .tuple(anyOutlineOfFields, anyRecords)
  .map(([first, records]) => ({ first, values: record(first.fields, records) }));

/** The fields of an outline with the addresses of their clauses. */
export function addressedFields({ elements, fields }: Outline): AddressedField[] {
  const addresses = new Map(elements.map(({ element_id, address }) => [element_id, address]));
  return fields.map((field) => ({ ...field, address: addresses.get(field.element_id) ?? '' }));
}

/** A resolution of each conflict; `choices` are counted around. */
export function resolutionsOf(
  conflicts: readonly UpgradeConflict[],
  choices: readonly number[],
): UpgradeResolution[] {
  return conflicts.map(({ field_id: elementId, to }, at) => {
    const choice = choices[at % choices.length] ?? 0;
    const resolution = UPGRADE_RESOLUTIONS[choice % UPGRADE_RESOLUTIONS.length] ?? 'user_accepted';
    if (resolution !== 'user_modified') return { elementId, resolution };
    // A removed field can have no new value.
    if (to === null) return { elementId, resolution: 'user_accepted' };
    return { elementId, resolution, newValue: validValue(to, choice) };
  });
}
