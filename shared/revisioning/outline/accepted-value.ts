/** Describes the values that a field accepts, in words, for the message of a rejected one. Pure. */
import type { Field } from './outline.ts';

/** The values that a field accepts, as a sentence for a rejected one. */
export function describeAcceptedValue({
  address,
  label,
  input_type,
  options,
  unit,
}: Pick<Field, 'label' | 'input_type' | 'options' | 'unit'> & { address: string }): string {
  const field = `Field ${JSON.stringify(label)} at ${address}`;
  switch (input_type) {
    case 'select':
    case 'radio':
    case 'combobox':
      return `${field} takes one of: ${options.join(', ')}.`;
    case 'checkbox':
    case 'listbox':
      return `${field} takes a list of: ${options.join(', ')}.`;
    case 'number':
    case 'range':
      return `${field} takes a number: a decimal, a fraction or a mixed number such as "4 1/2"${unit === null ? '' : `, without its unit ${unit}`}.`;
    case 'date':
      return `${field} takes a calendar day such as "2026-02-28".`;
    case 'text':
    case 'textarea':
      return `${field} takes text.`;
  }
}
