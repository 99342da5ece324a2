/** Definitions of fields as standards shows them, and what a field takes, in words (D1, D8). */

import type { fieldView } from '../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import { readFieldValue } from '../../shared/revisioning/field-value.ts';
import type { AddressedField } from '../../shared/revisioning/plan-upgrade.ts';

export type PresentedField = Infer<typeof fieldView>;

/**
 * A definition as standards shows it, as revisioning reads it.
 * @throws Error when its default is no field value, which standards refuses at the save
 */
export function toAddressedField(shown: PresentedField): AddressedField {
  const { id, element_id, element_address, default_value, starts_deferred: _, ...rest } = shown;
  const value = readFieldValue(default_value ?? null);
  if (value === undefined) throw new Error(`field ${id} has a default that is no field value`);
  return { field_id: id, element_id, address: element_address, default_value: value, ...rest };
}

/** What a field would have taken, as a sentence for the one whose value it refused. */
export function describeAcceptedValue({ address, label, input_type, options }: AddressedField): string {
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
      return `${field} takes a number: a decimal, a fraction or a mixed number such as "4 1/2".`;
    case 'date':
      return `${field} takes a calendar day such as "2026-02-28".`;
    default:
      return `${field} takes text.`;
  }
}
