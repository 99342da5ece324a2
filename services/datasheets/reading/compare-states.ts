/**
 * Differences between two revisions of a datasheet, field by field, for `datasheets.compare`. Pure.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { BLANK_VALUE } from '../../../shared/revisioning/outline/field-value.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { type PrintedNumbers, printedNumberMember } from '../printed-numbers.ts';
import { type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

type FieldComparison = Infer<(typeof datasheets)['datasheets.compare']['returns']>['changes'][number];

interface ComparedRevision {
  definition: StandardDefinition;
  numbers: PrintedNumbers;
  states: FieldStates;
}

/**
 * The fields that differ between two revisions, in outline order; label, address and printed number are from the later
 * definition with the field. A side is null when the field does not exist there.
 */
export function compareStates(from: ComparedRevision, to: ComparedRevision): FieldComparison[] {
  const changes: { field: AddressedField; change: FieldComparison }[] = [];
  const ids = new Set([...to.definition.byId.keys(), ...from.definition.byId.keys()]);
  for (const id of ids) {
    const { definition, numbers } = to.definition.byId.has(id) ? to : from;
    const field = definition.byId.get(id);
    const [before, after] = [presentState(from, id), presentState(to, id)];
    if (!field || isSameJson(before, after)) continue;
    const { address, label } = field;
    const number = printedNumberMember(numbers, field);
    changes.push({ field, change: { element_id: id, label, address, ...number, from: before, to: after } });
  }
  return changes
    .sort((a, b) => compareAddresses(a.field.address, b.field.address))
    .map(({ change }) => change);
}

function presentState({ definition, states }: ComparedRevision, id: number): FieldComparison['from'] {
  return definition.byId.has(id) ? toRecordedValue(states.get(id) ?? BLANK_VALUE) : null;
}
