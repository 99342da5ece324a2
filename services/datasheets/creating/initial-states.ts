/**
 * Initial value and disposition of every field of a new datasheet, from the request and the defaults of the
 * standard; or the problems of the request. Pure.
 */
import { apiErrorAt, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { describeAcceptedValue } from '../../../shared/revisioning/outline/accepted-value.ts';
import {
  BLANK_VALUE,
  type Disposition,
  isBlankValue,
  isValueValid,
  normaliseValue,
  type RecordedValue,
  readFieldValue,
  startingValue,
} from '../../../shared/revisioning/outline/field-value.ts';
import type { FieldValue } from '../../../shared/revisioning/outline/outline.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { normaliseNote } from '../field-input.ts';

interface DispositionInput {
  element_id: number;
  disposition: Disposition;
  disposition_note?: string | null;
}

export interface InitialStateInput {
  elementValues?: Readonly<Record<string, unknown>>;
  dispositions?: readonly DispositionInput[];
}

/** The initial state of every field. */
interface InitialStates {
  states: Map<number, RecordedValue>;
  /** Fields named in the request. */
  named: Set<number>;
}

/**
 * The initial state of every field. Fields that are not named take the template default as a value, or their
 * starting disposition; an explicit blank replaces the default, but not a starting disposition.
 * @throws VALIDATION_ERROR with the path of every fault; AMBIGUOUS_ADDRESS for an address of several fields
 */
export function buildInitialStates(
  definition: StandardDefinition,
  { elementValues = {}, dispositions = [] }: InitialStateInput,
): InitialStates {
  const problems: ErrorDetail[] = [];
  const values = parseValues(definition, elementValues, problems);
  const chosen = parseDispositions(definition, dispositions, problems);
  const starting: InitialStates = { states: new Map(), named: new Set([...values.keys(), ...chosen.keys()]) };
  for (const field of definition.fields) {
    const sent = values.get(field.field_id);
    const requested = chosen.get(field.field_id);
    if (requested && requested.disposition !== 'specified' && sent && !isBlankValue(sent.value)) {
      problems.push({
        path: sent.path,
        message: `${describeField(field)} cannot have a value with the disposition ${requested.disposition}. Omit it.`,
      });
    }
    starting.states.set(field.field_id, buildInitialState(field, sent?.value, requested));
  }
  if (problems.length > 0) throw validationError(problems);
  return starting;
}

function buildInitialState(
  field: AddressedField,
  sent: FieldValue | undefined,
  requested: DispositionInput | undefined,
): RecordedValue {
  if (requested && requested.disposition !== 'specified') {
    return {
      ...BLANK_VALUE,
      disposition: requested.disposition,
      disposition_note: normaliseNote(requested.disposition_note),
    };
  }
  if (sent !== undefined && !isBlankValue(sent))
    return { ...BLANK_VALUE, value: normaliseValue(field, sent) };
  const starts = startingValue(requested ? { ...field, starting_disposition: null } : field);
  return sent === undefined ? starts : { ...starts, value: null };
}

interface ValueInput {
  path: string;
  value: FieldValue;
}

function parseValues(
  definition: StandardDefinition,
  elementValues: Readonly<Record<string, unknown>>,
  problems: ErrorDetail[],
): Map<number, ValueInput> {
  const values = new Map<number, ValueInput>();
  for (const [key, sent] of Object.entries(elementValues)) {
    const path = `elementValues.${key}`;
    const field = findFieldByKey(definition, key, path);
    if (!field) {
      problems.push({ path, message: `'${path}' is not a field of this standard revision.` });
      continue;
    }
    if (values.has(field.field_id))
      problems.push({ path, message: `${describeField(field)} is sent twice.` });
    const value = readFieldValue(sent);
    if (value === undefined || !isValueValid(field, value))
      problems.push({ path, message: describeAcceptedValue(field) });
    else values.set(field.field_id, { path, value });
  }
  return values;
}

/** A key of digits is a field id, any other the address of exactly one field. */
function findFieldByKey(
  definition: StandardDefinition,
  key: string,
  path: string,
): AddressedField | undefined {
  if (/^[1-9]\d*$/.test(key)) return definition.byId.get(Number(key));
  const fields = definition.byAddress.get(key) ?? [];
  if (fields.length > 1) {
    throw apiErrorAt(
      'AMBIGUOUS_ADDRESS',
      path,
      `${key} has ${fields.length} fields: refer to each by its id.`,
      {
        metadata: { address: key, fields: fields.map(({ field_id, label }) => ({ id: field_id, label })) },
      },
    );
  }
  return fields[0];
}

function parseDispositions(
  definition: StandardDefinition,
  dispositions: readonly DispositionInput[],
  problems: ErrorDetail[],
): Map<number, DispositionInput> {
  const chosen = new Map<number, DispositionInput>();
  for (const [index, sent] of dispositions.entries()) {
    const path = `dispositions[${index}]`;
    const field = definition.byId.get(sent.element_id);
    if (!field)
      problems.push({
        path: `${path}.element_id`,
        message: `${sent.element_id} is not a field of this standard revision.`,
      });
    else if (chosen.has(sent.element_id))
      problems.push({ path: `${path}.element_id`, message: `${describeField(field)} is sent twice.` });
    if (sent.disposition === 'specified' && normaliseNote(sent.disposition_note) !== null) {
      problems.push({
        path: `${path}.disposition_note`,
        message: 'A note is only allowed with a disposition other than specified.',
      });
    }
    chosen.set(sent.element_id, sent);
  }
  return chosen;
}

const describeField = ({ address, label }: AddressedField): string =>
  `Field ${JSON.stringify(label)} at ${address}`;
