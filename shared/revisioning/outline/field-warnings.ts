/** Warnings about field definitions that are accepted but should be reviewed. */
import { composed } from '../../text/same-text.ts';
import type { FieldContent } from './content-hash.ts';
import { isChoiceType } from './field-rules.ts';
import { isValueValid } from './field-value.ts';
import type { InputType } from './outline.ts';
import type { OutlineProblem } from './outline-problem.ts';

/** Their defaults are never refused, as those of choices are. */
const TYPES_OF_VALUES: ReadonlySet<InputType> = new Set(['number', 'range', 'date']);

/**
 * Warnings on an accepted submission: Minimum or Maximum in a label with a constraint, which
 * repeats it; a choice without options, with the same one twice or a blank one; a deferral to drawings without
 * `drawing_ref`; a default that is no number or date where its type asks for one.
 */
export function findFieldWarnings(fields: readonly FieldContent[]): OutlineProblem[] {
  const warnings: OutlineProblem[] = [];
  for (const [index, field] of fields.entries()) {
    const address = field.element_address;
    const warn = (member: string, rule: string, message: string) =>
      warnings.push({ path: `datasheetElements[${index}].${member}`, address, rule, message });
    if (field.constraint !== null && /\b(?:minimum|maximum)\b/i.test(field.label)) {
      warn(
        'label',
        'direction_in_label',
        'The constraint already says minimum or maximum; the label names only the quantity',
      );
    }
    if (TYPES_OF_VALUES.has(field.input_type) && !isValueValid(field, field.default_value)) {
      warn(
        'default_value',
        'default_of_other_type',
        `The default is not a ${field.input_type === 'date' ? 'date, such as 2026-03-01' : 'number'}; every new datasheet starts with it`,
      );
    }
    if (isChoiceType(field.input_type) && field.options.length === 0) {
      warn('options', 'no_options', `A ${field.input_type} field without options cannot have a value`);
    }
    if (new Set(field.options.map(composed)).size < field.options.length)
      warn('options', 'repeated_option', 'An option is listed more than once');
    if (field.options.some((option) => option.trim() === ''))
      warn('options', 'blank_option', 'An option is blank; a blank value means that none is chosen');
    if (field.starting_disposition === 'per_drawings' && !field.drawing_ref) {
      warn(
        'drawing_ref',
        'deferral_without_drawing_ref',
        'A field deferred to the drawings should set drawing_ref to true',
      );
    }
  }
  return warnings;
}
