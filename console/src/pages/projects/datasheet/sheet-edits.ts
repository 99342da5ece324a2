/** What is typed into a datasheet and not saved yet: its fields by id, as changes that the service takes, and as they are stored. */
import type { EndpointParams, EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { type FieldFilling, fillingOf } from '../../../../../shared/revisioning/outline/field-filling.ts';
import {
  DISPOSITIONS,
  type Disposition,
  isBlankValue,
  readFieldValue,
} from '../../../../../shared/revisioning/outline/field-value.ts';
import type { FieldValue } from '../../../../../shared/revisioning/outline/outline.ts';

export type Sheet = EndpointResult<'datasheets.get'>;
export type SheetElement = Sheet['elements'][number];
export type Change = EndpointParams<'datasheets.revise'>['changes'][number];

/** A field as it is typed. */
export interface FieldEdit {
  value: FieldValue;
  disposition: Disposition;
  note: string;
  /** Its value is emptied on purpose. */
  erases?: boolean;
}

export type Edits = ReadonlyMap<number, FieldEdit>;

/** A value as the service answers it. */
export const answeredValue = (value: unknown): FieldValue => readFieldValue(value) ?? null;

/** A field as it is saved. */
export const savedEdit = ({ user_value, disposition, disposition_note }: SheetElement): FieldEdit => ({
  value: answeredValue(user_value),
  disposition: disposition ?? 'specified',
  note: disposition_note ?? '',
});

export const isSameEdit = (one: FieldEdit, other: FieldEdit): boolean =>
  one.disposition === other.disposition &&
  (one.disposition === 'specified'
    ? sameText(one.value) === sameText(other.value)
    : one.note.trim() === other.note.trim());

/** How far a field is filled in, as it is typed. */
export const fillingOfEdit = (element: SheetElement, edit: FieldEdit): FieldFilling =>
  fillingOf(edit, Boolean(element.editedBy) || !isSameEdit(edit, savedEdit(element)));

const sameText = (value: FieldValue): string => (isBlankValue(value) ? '' : JSON.stringify(value));

/** The changes of a save, in the order of the fields. */
export function changesOf(elements: readonly SheetElement[], edits: Edits): Change[] {
  return elements.flatMap((element): Change[] => {
    const edit = edits.get(element.id);
    if (!edit || isSameEdit(edit, savedEdit(element))) return [];
    const { value, disposition, note, erases } = edit;
    if (disposition !== 'specified')
      return [{ element_id: element.id, disposition, disposition_note: note.trim() || null }];
    // A blank alone never erases a value: the service asks whether it is meant.
    const isMeant = erases || element.disposition !== 'specified';
    return [{ element_id: element.id, new_value: value, ...(isMeant ? { disposition } : {}) }];
  });
}

/** As it is stored in the browser, with the version that was being changed. */
export interface UnsavedEdits {
  baseVersion: string;
  edits: Edits;
}

export const writeUnsaved = ({ baseVersion, edits }: UnsavedEdits): object => ({
  baseVersion,
  edits: [...edits],
});

/** Null for what is no such entry. */
export function readUnsavedEdits(stored: unknown): UnsavedEdits | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const [baseVersion, rows]: unknown[] = [Reflect.get(stored, 'baseVersion'), Reflect.get(stored, 'edits')];
  if (typeof baseVersion !== 'string' || !Array.isArray(rows)) return null;
  const edits = new Map<number, FieldEdit>();
  for (const row of rows) {
    if (!Array.isArray(row)) return null;
    const [id, edit]: unknown[] = row;
    if (typeof id !== 'number' || typeof edit !== 'object' || edit === null) return null;
    const value = readFieldValue(Reflect.get(edit, 'value'));
    const disposition = DISPOSITIONS.find((one) => one === Reflect.get(edit, 'disposition'));
    if (value === undefined || !disposition) return null;
    edits.set(id, {
      value,
      disposition,
      note: String(Reflect.get(edit, 'note') ?? ''),
      ...(Reflect.get(edit, 'erases') === true ? { erases: true } : {}),
    });
  }
  return { baseVersion, edits };
}

/** A value in words. */
export const wordsOf = (answered: unknown): string => {
  const value = answeredValue(answered);
  return isBlankValue(value) ? 'empty' : Array.isArray(value) ? value.join(', ') : String(value);
};
