/** The recorded values of one datasheet revision: their shape in memory, packed in the database, and hashed. */

import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';
import { hashCanonical } from '../../../shared/revisioning/canonical-json.ts';
import type { RecordedValue } from '../../../shared/revisioning/field-value.ts';

/** The state of one field, with who gave it; null while it is as it started. */
export interface FieldState extends RecordedValue {
  field_id: number;
  edited_by: Person | null;
  /** ISO 8601. */
  edited_at: string | null;
}

/** A revision's values by field identity, in the order of the standard revision's fields. */
export type FieldStates = ReadonlyMap<number, FieldState>;

/** One JSON text. */
export const packStates = (states: FieldStates): Buffer => compressText(JSON.stringify([...states.values()]));

/** What `packStates` wrote. */
export function unpackStates(packed: Uint8Array): FieldStates {
  // Written by packStates alone and sealed since, so the shape is the one it wrote.
  const states: FieldState[] = JSON.parse(decompressText(packed));
  return new Map(states.map((state) => [state.field_id, state]));
}

/** Only what counts as content: the value, the disposition and its note. */
export const toRecordedValue = ({ value, disposition, disposition_note }: RecordedValue): RecordedValue => ({
  value,
  disposition,
  disposition_note,
});

/** What a revision says, without ids of its own, people and times: equal content has an equal hash (architecture §5). */
export function hashStates(
  of: { name: string; scope: string; standard_id: number; standard_revision_id: number },
  states: FieldStates,
): string {
  const { name, scope, standard_id, standard_revision_id } = of;
  const fields = [...states.values()].map((state) => ({ field_id: state.field_id, ...toRecordedValue(state) }));
  return hashCanonical({ name, scope, standard_id, standard_revision_id, fields });
}
