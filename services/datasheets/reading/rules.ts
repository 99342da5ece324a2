/**
 * Rules of datasheet reads: the format parameters, and the differences of two revisions by field (D3, D10).
 * Pure.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { compareAddresses } from '../../../shared/revisioning/address.ts';
import { isSameJson } from '../../../shared/revisioning/canonical-json.ts';
import { BLANK_VALUE } from '../../../shared/revisioning/field-value.ts';
import type { AddressedField } from '../../../shared/revisioning/plan-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetFormat } from '../present.ts';
import { type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

const INCLUDES = ['template', 'comments', 'values'];

/**
 * The requested format of a datasheet.
 * @throws VALIDATION_ERROR for an unknown token in `include` (D3)
 */
export function parseDatasheetFormat({
  format,
  include = '',
}: {
  format: 'verbose' | 'compact';
  include?: string;
}): DatasheetFormat {
  const tokens = include
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const unknown = tokens.find((token) => !INCLUDES.includes(token));
  if (unknown !== undefined) {
    throw validationError([
      {
        path: 'include',
        message: `'include' accepts ${INCLUDES.join(', ')}, not ${JSON.stringify(unknown)}.`,
      },
    ]);
  }
  return { format, include: new Set(tokens) };
}

type FieldComparison = Infer<(typeof datasheets)['datasheets.compare']['returns']>['changes'][number];

interface ComparedRevision {
  definition: StandardDefinition;
  states: FieldStates;
}

/**
 * The fields that differ between two revisions, in outline order; label and address are from the later
 * definition with the field. A side is null when the field does not exist there (D10).
 */
export function compareStates(from: ComparedRevision, to: ComparedRevision): FieldComparison[] {
  const changes: { field: AddressedField; change: FieldComparison }[] = [];
  const ids = new Set([...to.definition.byId.keys(), ...from.definition.byId.keys()]);
  for (const id of ids) {
    const field = to.definition.byId.get(id) ?? from.definition.byId.get(id);
    const [before, after] = [presentState(from, id), presentState(to, id)];
    if (!field || isSameJson(before, after)) continue;
    const { address, label } = field;
    changes.push({ field, change: { element_id: id, label, address, from: before, to: after } });
  }
  return changes
    .sort((a, b) => compareAddresses(a.field.address, b.field.address))
    .map(({ change }) => change);
}

function presentState({ definition, states }: ComparedRevision, id: number): FieldComparison['from'] {
  return definition.byId.has(id) ? toRecordedValue(states.get(id) ?? BLANK_VALUE) : null;
}
