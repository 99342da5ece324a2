/** What the changes of a revise ask for, field by field (document 3, revise rules 1 to 4; decisions D2, D8, D9). */
import { fail, type Problem } from '../../../shared/kernel/errors.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import {
  BLANK,
  type Disposition,
  isBlankValue,
  isValueValid,
  normaliseValue,
  type RecordedValue,
  readFieldValue,
} from '../../../shared/revisioning/field-value.ts';
import type { AddressedField } from '../../../shared/revisioning/plan-upgrade.ts';
import { noteOf } from '../creating/rules.ts';
import type { Definition } from '../definitions.ts';
import { refusalOf } from '../field-input.ts';
import { type FieldStates, recordedOf } from '../records/recorded-values.ts';

export interface SentChange {
  element_id: number;
  new_value?: unknown;
  disposition?: Disposition;
  disposition_note?: string | null;
}

/**
 * The state each change asks for, by field identity. `reference` is what the caller read: the base, else the head.
 * @throws VALIDATION_ERROR with the path of every fault, and with `metadata.fields` naming all fields that an empty value without
 *   a disposition would erase (rule 3)
 */
export function readChanges(
  definition: Definition,
  changes: readonly SentChange[],
  reference: FieldStates,
): Map<number, RecordedValue> {
  const wanted = new Map<number, RecordedValue>();
  const problems: Problem[] = [];
  const erased: AddressedField[] = [];
  for (const [index, change] of changes.entries()) {
    const path = `changes[${index}]`;
    const field = definition.byId.get(change.element_id);
    if (!field) {
      problems.push({ path: `${path}.element_id`, message: `${change.element_id} is no field of this datasheet.` });
    } else if (wanted.has(change.element_id)) {
      problems.push({ path: `${path}.element_id`, message: `${change.element_id} is changed twice.` });
    } else {
      const was = recordedOf(reference.get(field.field_id) ?? BLANK);
      const outcome = readChange(field, change, was);
      if ('state' in outcome) wanted.set(field.field_id, outcome.state);
      else {
        problems.push({ path: `${path}.${outcome.member}`, message: outcome.message });
        if (outcome.erases) erased.push(field);
        wanted.set(field.field_id, was);
      }
    }
  }
  if (erased.length > 0) throw erasing(erased, problems);
  if (problems.length > 0) throw invalid(problems);
  return wanted;
}

type Outcome = { state: RecordedValue } | { member: string; message: string; erases?: true };

function readChange(field: AddressedField, change: SentChange, was: RecordedValue): Outcome {
  const { new_value, disposition } = change;
  const note = noteOf(change.disposition_note);
  if (new_value === undefined && disposition === undefined) {
    return { member: 'new_value', message: 'A change carries new_value or disposition.' };
  }
  const value = new_value === undefined ? undefined : readFieldValue(new_value);
  if (new_value !== undefined && value === undefined) return { member: 'new_value', message: refusalOf(field) };
  const isBlank = value === undefined || isBlankValue(value);

  if (disposition !== undefined && disposition !== 'specified') {
    if (!isBlank)
      return { member: 'new_value', message: `A field that is ${disposition} has no value: send the disposition alone.` };
    return { state: { value: null, disposition, disposition_note: note } };
  }
  if (note !== null) {
    return { member: 'disposition_note', message: 'A note stands only beside a disposition other than specified.' };
  }
  if (value === undefined) {
    return {
      member: 'new_value',
      message: 'Going back to specified needs new_value in the same change; a blank erases on purpose.',
    };
  }
  if (!isBlank) {
    if (!isValueValid(field, value)) return { member: 'new_value', message: refusalOf(field) };
    return { state: { ...BLANK, value: normaliseValue(field, value) } };
  }
  if (disposition === 'specified') return { state: BLANK };
  // Blanking what has no value alters nothing, so a field that defers goes on deferring (D9).
  if (isBlankValue(was.value)) return { state: was };
  return {
    member: 'new_value',
    message: `An empty new_value would erase ${JSON.stringify(field.label)} at ${field.address}. To erase on purpose send disposition specified with it.`,
    erases: true,
  };
}

function erasing(fields: readonly AddressedField[], errors: Problem[]): Error {
  const labels = fields.map(({ address, label }) => `${JSON.stringify(label)} at ${address}`).join(', ');
  return fail(
    'VALIDATION_ERROR',
    `Empty values would erase ${labels}. To erase on purpose send disposition specified with the blank.`,
    {
      errors,
      metadata: { fields: fields.map(({ field_id, address, label }) => ({ element_id: field_id, address, label })) },
    },
  );
}
