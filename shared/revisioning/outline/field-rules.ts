/**
 * Rules of datasheet field definitions: the faults that refuse a submission, which input types are choices, and the
 * option that a value means.
 */
import { composed, isSameText } from '../../text/same-text.ts';
import type { FieldContent } from './content-hash.ts';
import { CHOICE_TYPES, type Constraint, fieldKey, type InputType } from './outline.ts';
import type { OutlineProblem } from './outline-problem.ts';

/** Longest label of a field. */
export const MAX_LABEL_CHARACTERS = 500;
export const MAX_OPTIONS = 1_000;
const MAX_UNIT_CHARACTERS = 40;
/** Limit of a value, and so of a default, which becomes one. */
const MAX_VALUE_CHARACTERS = 20_000;

const CONSTRAINTS_OF: Partial<Record<InputType, readonly Constraint[]>> = {
  range: ['min', 'max', 'exact'],
  checkbox: ['all_of', 'any_of'],
  listbox: ['all_of', 'any_of'],
};

/** The constraints that a field of this input type may have. */
export const constraintsOf = (type: InputType): readonly Constraint[] => CONSTRAINTS_OF[type] ?? [];

/** True when a value of this input type is one of its options. */
export function isChoiceType(type: InputType): boolean {
  return CHOICE_TYPES.includes(type);
}

/** True when the value is an array of options (checkbox and listbox). */
export function isMultipleChoice(type: InputType): boolean {
  return type === 'checkbox' || type === 'listbox';
}

/** Faults that refuse the submission: `fields` against the addresses of its elements. */
export function findFieldProblems(
  fields: readonly FieldContent[],
  addresses: ReadonlySet<string>,
): OutlineProblem[] {
  const problems: OutlineProblem[] = [];
  const labels = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const address = field.element_address;
    const report = (member: string, rule: string, message: string) =>
      problems.push({ path: `datasheetElements[${index}].${member}`, address, rule, message });

    if (!addresses.has(address)) {
      report(
        'element_address',
        'unknown_element_address',
        `No element has the address ${JSON.stringify(address)}`,
      );
    }
    if (field.label.trim() === '') report('label', 'empty_label', 'A field needs a label');
    if ([...field.label].length > MAX_LABEL_CHARACTERS)
      report('label', 'label_too_long', `A label has at most ${MAX_LABEL_CHARACTERS} characters`);
    if (field.options.length > MAX_OPTIONS)
      report('options', 'too_many_options', `A field has at most ${MAX_OPTIONS} options`);
    const key = fieldKey(address, field.label);
    if (labels.has(key))
      report('label', 'duplicate_label', `${address} already has a field ${JSON.stringify(field.label)}`);
    labels.add(key);
    if (field.unit !== null && [...field.unit].length > MAX_UNIT_CHARACTERS) {
      report('unit', 'unit_too_long', `A unit has at most ${MAX_UNIT_CHARACTERS} characters`);
    }
    if (field.constraint !== null && !constraintsOf(field.input_type).includes(field.constraint)) {
      report(
        'constraint',
        'constraint_of_other_type',
        `${field.constraint} is not a valid constraint for a ${field.input_type} field`,
      );
    }
    if ([field.default_value].flat().some(isTooLong)) {
      report('default_value', 'default_too_long', `A default has at most ${MAX_VALUE_CHARACTERS} characters`);
    }
    if (
      Array.isArray(field.default_value) &&
      !isEmptyDefault(field.default_value) &&
      !isChoiceType(field.input_type)
    ) {
      report('default_value', 'default_is_a_list', 'Only a checkbox or listbox has a list as its default');
    } else if (!isDefaultAmongOptions(field)) {
      report('default_value', 'default_not_an_option', 'The default of a choice must be one of its options');
    }
    if (field.starting_disposition === 'per_drawings' && !isEmptyDefault(field.default_value)) {
      report(
        'default_value',
        'default_beside_deferral',
        'A field deferred to the drawings must have a null default',
      );
    }
  }
  return problems;
}

const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length > MAX_VALUE_CHARACTERS &&
  [...value].length > MAX_VALUE_CHARACTERS;

/** The option that a value means, as it is written in the field; undefined when it means none. */
export const findOption = (options: readonly string[], value: string): string | undefined =>
  options.includes(value) ? value : options.find((option) => isSameText(option, value));

const hasOption = (options: readonly string[], value: string): boolean =>
  findOption(options, value) !== undefined;

/**
 * Faults of the options of new definitions: blanks at an end, an empty one, one that repeats. Lists that are
 * stored already are left alone, so that they can be kept, merged and read.
 * @param stored the fields before the write
 */
export function findOptionProblems(
  fields: readonly FieldContent[],
  stored: readonly Pick<FieldContent, 'options'>[],
): OutlineProblem[] {
  const known = new Set(stored.map(({ options }) => JSON.stringify(options)));
  return fields.flatMap(({ element_address: address, label, options }, index) => {
    const seen = new Set<string>();
    const problems = options.flatMap((option, at) => {
      const isRepeated = seen.has(composed(option));
      seen.add(composed(option));
      const of = `of ${JSON.stringify(label)}`;
      const [rule, message] =
        option.trim() === ''
          ? ['empty_option', `An option ${of} is empty; leave it out`]
          : option !== option.trim()
            ? [
                'option_not_trimmed',
                `The option ${JSON.stringify(option)} ${of} has blanks at an end; remove them`,
              ]
            : ['repeated_option', `The option ${JSON.stringify(option)} ${of} is listed more than once`];
      if (rule === 'repeated_option' && !isRepeated) return [];
      return [{ path: `datasheetElements[${index}].options[${at}]`, address, rule, message }];
    });
    return problems.length > 0 && known.has(JSON.stringify(options)) ? [] : problems;
  });
}

/** True when a default counts as none: null, '' or an empty array. */
function isEmptyDefault(value: FieldContent['default_value']): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function isDefaultAmongOptions(field: FieldContent): boolean {
  const value = field.default_value;
  if (!isChoiceType(field.input_type) || isEmptyDefault(value)) return true;
  if (Array.isArray(value))
    return isMultipleChoice(field.input_type) && value.every((item) => hasOption(field.options, item));
  return typeof value === 'string' && hasOption(field.options, value);
}
