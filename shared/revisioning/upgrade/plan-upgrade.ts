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

/** Plans an upgrade; lists are in the order of `to`, then of `from` for removed fields. */
export function planUpgrade({ from, to, values }: UpgradeInput): UpgradePlan {
  const predecessors = pairFields(from, to);
  const plan: UpgradePlan = {
    conflicts: [],
    autoResolved: [],
    newElements: [],
    counts: { additions: 0, removals: 0, modifications: 0 },
  };
  for (const field of to) {
    const old = predecessors.get(field);
    if (old === undefined) {
      plan.counts.additions += 1;
      const { field_id, address, label } = field;
      plan.newElements.push({ field_id, address, label, to: field, starts: startingValue(field) });
    } else {
      planField(plan, old, field, values.get(old.field_id) ?? BLANK_VALUE);
    }
  }
  const kept = new Set(predecessors.values());
  for (const field of from) {
    if (!kept.has(field)) planField(plan, field, null, values.get(field.field_id) ?? BLANK_VALUE);
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

function planField(
  plan: UpgradePlan,
  from: AddressedField,
  to: AddressedField | null,
  recorded: RecordedValue,
): void {
  const { field_id, address, label } = to ?? from;
  const row = { field_id, address, label, from, to, recorded };
  const isChanged = to !== null && !isSameDefinition(from, to);
  if (to === null) plan.counts.removals += 1;
  else if (isChanged) plan.counts.modifications += 1;
  const reason = isWorthAsking(from, recorded) ? findConflict(from, to, recorded) : null;
  if (reason !== null) plan.conflicts.push({ ...row, reason });
  else
    plan.autoResolved.push({
      ...row,
      reason: to === null ? 'removed' : isChanged ? 'definition_changed' : 'unchanged',
    });
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
  from: AddressedField,
  to: AddressedField | null,
  recorded: RecordedValue,
): UpgradeConflictReason | null {
  if (to === null) return 'removed';
  // A value accepted earlier against its options (user_accepted) conflicts only when type or options changed
  // again.
  const rulesChanged = from.input_type !== to.input_type || !isSameJson(from.options, to.options);
  if (rulesChanged && !isValueValid(to, recorded.value)) return 'invalid';
  const isSameMeaning =
    isSameText(from.label, to.label) && from.unit === to.unit && from.constraint === to.constraint;
  // Another clause at the address may be about something else.
  const isSameClause = from.field_id === to.field_id || from.element_id === to.element_id;
  return isSameMeaning && isSameClause ? null : 'meaning_changed';
}

/** Compares definitions without address and identities: the fields of a moved clause are unchanged. */
function isSameDefinition(from: AddressedField, to: AddressedField): boolean {
  const { address: _, element_id: _element, field_id: _field, ...before } = from;
  const { address: _to, element_id: _toElement, field_id: _toField, ...after } = to;
  return isSameJson(before, after);
}
