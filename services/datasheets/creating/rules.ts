/** What a new datasheet records (document 3, POST /api/datasheet; decisions D1, D8). */
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
  startingValue,
} from '../../../shared/revisioning/field-value.ts';
import type { FieldValue } from '../../../shared/revisioning/outline.ts';
import type { AddressedField } from '../../../shared/revisioning/plan-upgrade.ts';
import type { Definition } from '../definitions.ts';
import { refusalOf } from '../field-input.ts';

export interface SentDisposition {
  element_id: number;
  disposition: Disposition;
  disposition_note?: string | null;
}

export interface SentState {
  elementValues?: Readonly<Record<string, unknown>>;
  dispositions?: readonly SentDisposition[];
}

/** What was decided for the fields the caller named; all others start as their definition says. */
export interface Starting {
  states: Map<number, RecordedValue>;
  /** Fields the caller named. */
  named: Set<number>;
}

/**
 * The state of every field of a new datasheet. Fields not named take the template default as a real value, or their starting
 * disposition; an explicit blank suppresses the default, and leaves a field that starts deferred deferred.
 * @throws VALIDATION_ERROR with the path of every fault; AMBIGUOUS_ADDRESS for an address of several fields
 */
export function startStates(definition: Definition, { elementValues = {}, dispositions = [] }: SentState): Starting {
  const problems: Problem[] = [];
  const values = readValues(definition, elementValues, problems);
  const chosen = readDispositions(definition, dispositions, problems);
  const starting: Starting = { states: new Map(), named: new Set([...values.keys(), ...chosen.keys()]) };
  for (const field of definition.fields) {
    const sent = values.get(field.field_id);
    const wanted = chosen.get(field.field_id);
    if (wanted && wanted.disposition !== 'specified' && sent && !isBlankValue(sent.value)) {
      problems.push({
        path: sent.path,
        message: `${name(field)} cannot have a value beside ${wanted.disposition}. Leave it out.`,
      });
    }
    starting.states.set(field.field_id, startField(field, sent?.value, wanted));
  }
  if (problems.length > 0) throw invalid(problems);
  return starting;
}

function startField(field: AddressedField, sent: FieldValue | undefined, wanted: SentDisposition | undefined): RecordedValue {
  if (wanted && wanted.disposition !== 'specified') {
    return { ...BLANK, disposition: wanted.disposition, disposition_note: noteOf(wanted.disposition_note) };
  }
  if (sent !== undefined && !isBlankValue(sent)) return { ...BLANK, value: normaliseValue(field, sent) };
  const starts = startingValue(wanted ? { ...field, starting_disposition: null } : field);
  return sent === undefined ? starts : { ...starts, value: null };
}

/** A note of nothing but blanks is none. */
export const noteOf = (note: string | null | undefined): string | null =>
  note === undefined || note === null || note.trim() === '' ? null : note;

interface SentValue {
  path: string;
  value: FieldValue;
}

function readValues(
  definition: Definition,
  elementValues: Readonly<Record<string, unknown>>,
  problems: Problem[],
): Map<number, SentValue> {
  const values = new Map<number, SentValue>();
  for (const [key, sent] of Object.entries(elementValues)) {
    const path = `elementValues.${key}`;
    const field = fieldOfKey(definition, key, path);
    if (!field) {
      problems.push({ path, message: `'${path}' is no field of this standard revision.` });
      continue;
    }
    if (values.has(field.field_id)) problems.push({ path, message: `${name(field)} is sent twice.` });
    const value = readFieldValue(sent);
    if (value === undefined || !isValueValid(field, value)) problems.push({ path, message: refusalOf(field) });
    else values.set(field.field_id, { path, value });
  }
  return values;
}

/** A key of digits is a field id, any other the address of exactly one field (D1, D8). */
function fieldOfKey(definition: Definition, key: string, path: string): AddressedField | undefined {
  if (/^\d+$/.test(key)) return definition.byId.get(Number(key));
  const standing = definition.byAddress.get(key) ?? [];
  if (standing.length > 1) {
    throw fail('AMBIGUOUS_ADDRESS', `${key} has ${standing.length} fields: name each by its id.`, {
      metadata: { address: key, fields: standing.map(({ field_id, label }) => ({ id: field_id, label })) },
      errors: [{ path, message: `${key} has ${standing.length} fields: name each by its id.` }],
    });
  }
  return standing[0];
}

function readDispositions(
  definition: Definition,
  dispositions: readonly SentDisposition[],
  problems: Problem[],
): Map<number, SentDisposition> {
  const chosen = new Map<number, SentDisposition>();
  for (const [index, sent] of dispositions.entries()) {
    const path = `dispositions[${index}]`;
    const field = definition.byId.get(sent.element_id);
    if (!field)
      problems.push({ path: `${path}.element_id`, message: `${sent.element_id} is no field of this standard revision.` });
    else if (chosen.has(sent.element_id)) problems.push({ path: `${path}.element_id`, message: `${name(field)} is sent twice.` });
    if (sent.disposition === 'specified' && noteOf(sent.disposition_note) !== null) {
      problems.push({
        path: `${path}.disposition_note`,
        message: 'A note stands only beside a disposition other than specified.',
      });
    }
    chosen.set(sent.element_id, sent);
  }
  return chosen;
}

const name = ({ address, label }: AddressedField): string => `Field ${JSON.stringify(label)} at ${address}`;
