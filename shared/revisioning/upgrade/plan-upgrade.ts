/**
 * Plan of a datasheet upgrade: each recorded value and chosen disposition under another standard revision, unchanged or
 * in conflict because its field is missing, does not accept it or has another meaning; and the initial values of new
 * fields. `resolve-upgrade.ts` in this folder applies it.
 */
import { isSameText } from '../../text/same-text.ts';
import { isSameJson } from '../outline/canonical-json.ts';
import {
  BLANK_VALUE,
  isBlankValue,
  isValueValid,
  type RecordedValue,
  startingValue,
} from '../outline/field-value.ts';
import { type Field, fieldKey } from '../outline/outline.ts';

/** A field with the address of its clause in its revision. */
export interface AddressedField extends Field {
  address: string;
}

interface UpgradeInput {
  from: readonly AddressedField[];
  to: readonly AddressedField[];
  /** What the datasheet records, by field identity. A field without entry is blank. */
  values: ReadonlyMap<number, RecordedValue>;
}

/**
 * `removed`: the field is missing; `invalid`: its new type or options do not accept the value;
 * `meaning_changed`: label, unit or constraint differ, or the clause is another one.
 */
type UpgradeConflictReason = 'removed' | 'invalid' | 'meaning_changed';

export interface UpgradeConflict {
  /** Of `to`; for a removed field, of `from`. */
  field_id: number;
  /** The address after the upgrade; for a removed field, the one before. */
  address: string;
  label: string;
  reason: UpgradeConflictReason;
  from: AddressedField;
  to: AddressedField | null;
  recorded: RecordedValue;
}

interface AutoResolvedField {
  field_id: number;
  address: string;
  label: string;
  /** `removed`: a field without a value or a chosen disposition was removed. */
  reason: 'unchanged' | 'definition_changed' | 'removed';
  from: AddressedField;
  to: AddressedField | null;
  recorded: RecordedValue;
}

interface AddedField {
  field_id: number;
  address: string;
  label: string;
  to: AddressedField;
  /** Its default or starting disposition. */
  starts: RecordedValue;
}

export interface UpgradePlan {
  conflicts: UpgradeConflict[];
  autoResolved: AutoResolvedField[];
  newElements: AddedField[];
  counts: { additions: number; removals: number; modifications: number };
}

/** A field with the one that it became, and what changed between the two. */
interface FieldPair {
  from: AddressedField;
  isChanged: boolean;
  /** The type or the options. */
  rulesChanged: boolean;
  isSameMeaning: boolean;
}

type Pairing = ReadonlyMap<AddressedField, FieldPair>;

/** By the fields of both revisions: all datasheets on one revision have the same pairs. */
const pairings = new WeakMap<readonly AddressedField[], WeakMap<readonly AddressedField[], Pairing>>();

function pairingOf(from: readonly AddressedField[], to: readonly AddressedField[]): Pairing {
  const known = pairings.get(from)?.get(to);
  if (known) return known;
  const pairing = new Map([...pairFields(from, to)].map(([field, old]) => [field, comparePair(old, field)]));
  pairings.set(from, (pairings.get(from) ?? new WeakMap()).set(to, pairing));
  return pairing;
}

function comparePair(from: AddressedField, to: AddressedField): FieldPair {
  // Another clause at the address may be about something else.
  const isSameClause = from.field_id === to.field_id || from.element_id === to.element_id;
  return {
    from,
    isChanged: !isSameDefinition(from, to),
    rulesChanged: from.input_type !== to.input_type || !isSameJson(from.options, to.options),
    isSameMeaning:
      isSameClause &&
      isSameText(from.label, to.label) &&
      from.unit === to.unit &&
      from.constraint === to.constraint,
  };
}

/**
 * Plans an upgrade; lists are in the order of `to`, then of `from` for removed fields. Both lists of fields are
 * remembered, and are not modified later.
 */
export function planUpgrade({ from, to, values }: UpgradeInput): UpgradePlan {
  const pairing = pairingOf(from, to);
  const plan: UpgradePlan = {
    conflicts: [],
    autoResolved: [],
    newElements: [],
    counts: { additions: 0, removals: 0, modifications: 0 },
  };
  for (const field of to) {
    const pair = pairing.get(field);
    if (pair === undefined) {
      plan.counts.additions += 1;
      const { field_id, address, label } = field;
      plan.newElements.push({ field_id, address, label, to: field, starts: startingValue(field) });
    } else {
      planKept(plan, pair, field, values.get(pair.from.field_id) ?? BLANK_VALUE);
    }
  }
  const kept = new Set([...pairing.values()].map((pair) => pair.from));
  for (const field of from) {
    if (!kept.has(field)) planRemoved(plan, field, values.get(field.field_id) ?? BLANK_VALUE);
  }
  return plan;
}

/**
 * The fields of `from` by those of `to` that they became: by identity, else by clause and label, else by address and
 * label. A copy that added a field which its source then added too has the identity of the source's after the
 * merge.
 */
function pairFields(
  from: readonly AddressedField[],
  to: readonly AddressedField[],
): Map<AddressedField, AddressedField> {
  const pairs = new Map<AddressedField, AddressedField>();
  const rest = new Set(from);
  const pair = (keyOf: (field: AddressedField) => string): void => {
    const open = new Map([...rest].map((field) => [keyOf(field), field]));
    for (const field of to) {
      const old = pairs.has(field) ? undefined : open.get(keyOf(field));
      if (old === undefined) continue;
      pairs.set(field, old);
      rest.delete(old);
    }
  };
  pair(({ field_id }) => String(field_id));
  if (rest.size > 0) pair(({ element_id, label }) => fieldKey(element_id, label));
  if (rest.size > 0) pair(({ address, label }) => fieldKey(address, label));
  return pairs;
}

function planKept(plan: UpgradePlan, pair: FieldPair, to: AddressedField, recorded: RecordedValue): void {
  const { from, isChanged } = pair;
  const { field_id, address, label } = to;
  const row = { field_id, address, label, from, to, recorded };
  if (isChanged) plan.counts.modifications += 1;
  const reason = isWorthAsking(from, recorded) ? findConflict(pair, to, recorded) : null;
  if (reason !== null) plan.conflicts.push({ ...row, reason });
  else plan.autoResolved.push({ ...row, reason: isChanged ? 'definition_changed' : 'unchanged' });
}

function planRemoved(plan: UpgradePlan, from: AddressedField, recorded: RecordedValue): void {
  const { field_id, address, label } = from;
  const row = { field_id, address, label, from, to: null, recorded, reason: 'removed' } as const;
  plan.counts.removals += 1;
  if (isWorthAsking(from, recorded)) plan.conflicts.push(row);
  else plan.autoResolved.push(row);
}

/**
 * Whether something is lost or misread with the field: a value, or a disposition that somebody chose. The
 * initial disposition alone is no choice.
 */
export function isWorthAsking(
  from: AddressedField,
  { value, disposition, disposition_note }: RecordedValue,
): boolean {
  if (!isBlankValue(value)) return true;
  if (disposition === BLANK_VALUE.disposition) return false;
  return disposition !== startingValue(from).disposition || disposition_note !== null;
}

function findConflict(
  { rulesChanged, isSameMeaning }: FieldPair,
  to: AddressedField,
  recorded: RecordedValue,
): UpgradeConflictReason | null {
  // A value accepted earlier against its options (user_accepted) conflicts only when type or options changed
  // again.
  if (rulesChanged && !isValueValid(to, recorded.value)) return 'invalid';
  return isSameMeaning ? null : 'meaning_changed';
}

/** Compares definitions without address and identities: the fields of a moved clause are unchanged. */
function isSameDefinition(from: AddressedField, to: AddressedField): boolean {
  const { address: _, element_id: _element, field_id: _field, ...before } = from;
  const { address: _to, element_id: _toElement, field_id: _toField, ...after } = to;
  return isSameJson(before, after);
}
