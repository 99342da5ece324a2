/**
 * The recorded values of a datasheet revision, one state for each field: their type, their compressed form in
 * MongoDB, and their content hash.
 */

import { sha256 } from '../../../shared/hash.ts';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { RecordedValue } from '../../../shared/revisioning/outline/field-value.ts';

/** The state of one field, with its last editor; null in its initial state. */
export interface FieldState extends RecordedValue {
  field_id: number;
  edited_by: Person | null;
  /** ISO 8601. */
  edited_at: string | null;
}

/** The values of a revision by field id, in the order of the standard revision's fields. */
export type FieldStates = ReadonlyMap<number, FieldState>;

/** Values as stored: one compressed JSON text. */
export const packStates = (states: FieldStates): Buffer => compressText(JSON.stringify([...states.values()]));

/** Reads the result of `packStates`. */
export function unpackStates(packed: Uint8Array): FieldStates {
  // Written only by packStates and never changed, so it has the shape it wrote.
  const states: FieldState[] = JSON.parse(decompressText(packed));
  return new Map(states.map((state) => [state.field_id, state]));
}

/** The content of a state: value, disposition and note. */
export const toRecordedValue = ({ value, disposition, disposition_note }: RecordedValue): RecordedValue => ({
  value,
  disposition,
  disposition_note,
});

/**
 * The hash of a revision's content, without its ids, people and times: equal content has an equal hash. The text is
 * canonical JSON (RFC 8785), which plain JSON is with the members in this order: values are texts, numbers, booleans, and
 * lists of texts. Well-formed texts only, which a request is checked for.
 */
export function hashStates(
  of: { name: string; scope: string; standard_id: number; standard_revision_id: number },
  states: FieldStates,
): string {
  const { name, scope, standard_id, standard_revision_id } = of;
  const fields = [...states.values()].map(({ disposition, disposition_note, field_id, value }) => ({
    disposition,
    disposition_note,
    field_id,
    value,
  }));
  return sha256(JSON.stringify({ fields, name, scope, standard_id, standard_revision_id }));
}
