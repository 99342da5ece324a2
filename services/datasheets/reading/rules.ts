/** Pure decisions of the reads. */

import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { compareAddresses } from '../../../shared/revisioning/address.ts';
import { isSameJson } from '../../../shared/revisioning/canonical.ts';
import { BLANK } from '../../../shared/revisioning/field-value.ts';
import type { AddressedField } from '../../../shared/revisioning/plan-upgrade.ts';
import type { Definition } from '../definitions.ts';
import type { Shape } from '../present.ts';
import { type FieldStates, recordedOf } from '../records/recorded-values.ts';

const INCLUDES = ['template', 'comments', 'values'];

/**
 * How the caller wants a datasheet shown.
 * @throws VALIDATION_ERROR for a token that `include` does not know (D3)
 */
export function readShape({ format, include = '' }: { format: 'verbose' | 'compact'; include?: string }): Shape {
  const tokens = include
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const unknown = tokens.find((token) => !INCLUDES.includes(token));
  if (unknown !== undefined) {
    throw invalid([{ path: 'include', message: `'include' knows ${INCLUDES.join(', ')}, not ${JSON.stringify(unknown)}.` }]);
  }
  return { format, include: new Set(tokens) };
}

export type FieldChange = Infer<(typeof datasheets)['datasheets.compare']['returns']>['changes'][number];

interface Side {
  definition: Definition;
  states: FieldStates;
}

/**
 * The fields recorded differently in two revisions, in outline order; label and address are those of the later definition that
 * has the field. A side is null where the field does not exist (D10).
 */
export function compareStates(from: Side, to: Side): FieldChange[] {
  const changes: { field: AddressedField; change: FieldChange }[] = [];
  const ids = new Set([...to.definition.byId.keys(), ...from.definition.byId.keys()]);
  for (const id of ids) {
    const field = to.definition.byId.get(id) ?? from.definition.byId.get(id);
    const [before, after] = [shownState(from, id), shownState(to, id)];
    if (!field || isSameJson(before, after)) continue;
    const { address, label } = field;
    changes.push({ field, change: { element_id: id, label, address, from: before, to: after } });
  }
  return changes.sort((a, b) => compareAddresses(a.field.address, b.field.address)).map(({ change }) => change);
}

function shownState({ definition, states }: Side, id: number): FieldChange['from'] {
  return definition.byId.has(id) ? recordedOf(states.get(id) ?? BLANK) : null;
}
