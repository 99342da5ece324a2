/**
 * Small conversions of datasheet fields: a field from the standards service to the form of `shared/revisioning`, and a
 * blank note to null.
 */
import type { fieldView } from '../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import { readFieldValue } from '../../shared/revisioning/outline/field-value.ts';
import type { AddressedField } from '../../shared/revisioning/upgrade/plan-upgrade.ts';

export type PresentedField = Infer<typeof fieldView>;

/**
 * Converts a definition from standards into the form of shared/revisioning.
 * @throws Error when the default is not a field value, which standards rejects when it is saved
 */
export function toAddressedField(field: PresentedField): AddressedField {
  const { id, element_id, element_address, default_value, starts_deferred: _, ...rest } = field;
  const value = readFieldValue(default_value ?? null);
  if (value === undefined) throw new Error(`field ${id} has a default that is not a field value`);
  return { field_id: id, element_id, address: element_address, default_value: value, ...rest };
}

/** The note; null for a blank one. */
export const normaliseNote = (note: string | null | undefined): string | null =>
  note === undefined || note === null || note.trim() === '' ? null : note;
