/**
 * Parses the field changes of a revise request: the new states of the fields, or all problems of the request. Pure.
 */
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { describeAcceptedValue } from '../../../shared/revisioning/outline/accepted-value.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import {
  BLANK_VALUE,
  type Disposition,
  isBlankValue,
  isValueValid,
  normaliseValue,
  type RecordedValue,
  readFieldValue,
} from '../../../shared/revisioning/outline/field-value.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { normaliseNote } from '../field-input.ts';
import { type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

export interface FieldChangeInput {
  element_id: number;
  new_value?: unknown;
  disposition?: Disposition;
  disposition_note?: string | null;
}

/**
 * The requested state of each changed field, by field id.
 * @param reference the state that the caller read: the base, else the head
 * @throws VALIDATION_ERROR with the path of every fault, and with `metadata.fields` naming all fields that an
 * empty value without
 *   a disposition would erase
 */
export function parseChanges(
  definition: StandardDefinition,
  changes: readonly FieldChangeInput[],
  reference: FieldStates,
): Map<number, RecordedValue> {
  const requested = new Map<number, RecordedValue>();
  const problems: ErrorDetail[] = [];
  const erased: AddressedField[] = [];
  for (const [index, change] of changes.entries()) {
    const path = `changes[${index}]`;
    const field = definition.byId.get(change.element_id);
    if (!field) {
      problems.push({
        path: `${path}.element_id`,
        message: `${change.element_id} is not a field of this datasheet. Its fields are elements of GET /api/datasheet/:id, each with its id.`,
      });
    } else if (requested.has(change.element_id)) {
      problems.push({ path: `${path}.element_id`, message: `${change.element_id} is changed twice.` });
    } else {
      const was = toRecordedValue(reference.get(field.field_id) ?? BLANK_VALUE);
      const outcome = parseChange(field, change, was);
      if ('state' in outcome) requested.set(field.field_id, outcome.state);
      else {
        problems.push({ path: `${path}.${outcome.member}`, message: outcome.message });
        if (outcome.erases) erased.push(field);
        requested.set(field.field_id, was);
      }
    }
  }
  if (erased.length > 0) throw erasureError(erased, problems);
  if (problems.length > 0) throw validationError(problems);
  return requested;
}

type ParsedChange = { state: RecordedValue } | { member: string; message: string; erases?: true };

/** The state that one change asks for, or its fault. @param was the state that the caller read */
export function parseChange(
  field: AddressedField,
  change: FieldChangeInput,
  was: RecordedValue,
): ParsedChange {
  const { new_value, disposition } = change;
  const note = normaliseNote(change.disposition_note);
  if (new_value === undefined && disposition === undefined) {
    return { member: 'new_value', message: 'A change needs new_value or disposition.' };
  }
  const value = new_value === undefined ? undefined : readFieldValue(new_value);
  if (new_value !== undefined && value === undefined)
    return { member: 'new_value', message: describeAcceptedValue(field) };
  const isBlank = value === undefined || isBlankValue(value);

  if (disposition !== undefined && disposition !== 'specified') {
    if (!isBlank)
      return {
        member: 'new_value',
        message: `A field with the disposition ${disposition} has no value: send only the disposition.`,
      };
    return { state: { value: null, disposition, disposition_note: note } };
  }
  if (note !== null) {
    return {
      member: 'disposition_note',
      message: 'A note is only allowed with a disposition other than specified.',
    };
  }
  if (value === undefined) {
    return {
      member: 'new_value',
      message:
        'Returning to specified requires new_value in the same change; send a blank to erase the value deliberately.',
    };
  }
  if (!isBlank) {
    if (!isValueValid(field, value)) return { member: 'new_value', message: describeAcceptedValue(field) };
    const chosen = normaliseValue(field, value);
    // A stored value of an earlier release may have another order or spelling, and is the same.
    const isSame = was.disposition === 'specified' && isSameJson(chosen, normaliseValue(field, was.value));
    return { state: isSame ? was : { ...BLANK_VALUE, value: chosen } };
  }
  if (disposition === 'specified') return { state: BLANK_VALUE };
  // A blank for a field without a value changes nothing, so a deferred field stays deferred.
  if (isBlankValue(was.value)) return { state: was };
  return {
    member: 'new_value',
    message: `An empty new_value would erase ${JSON.stringify(field.label)} at ${field.address}. To erase it deliberately, send disposition specified with it.`,
    erases: true,
  };
}

function erasureError(fields: readonly AddressedField[], errors: ErrorDetail[]): Error {
  const labels = fields.map(({ address, label }) => `${JSON.stringify(label)} at ${address}`).join(', ');
  return apiError(
    'VALIDATION_ERROR',
    `Empty values would erase ${labels}. To erase them deliberately, send disposition specified with the blank.`,
    {
      errors,
      metadata: {
        fields: fields.map(({ field_id, address, label }) => ({ element_id: field_id, address, label })),
      },
    },
  );
}
