/** Combination of a field that both sides of a merge changed, member by member (decisions S8, S19). */
import { isSameJson } from './canonical-json.ts';
import { fieldContent } from './content-hash.ts';
import { decideAxis } from './decide-axis.ts';
import { findFieldProblems } from './field-rules.ts';
import type { Field } from './outline.ts';

/** What a value means: a number of one side with the unit of the other is a requirement that nobody wrote. */
const MEANING = ['input_type', 'options', 'default_value', 'constraint', 'unit'] as const;

/**
 * Each member from the side that changed it, from mine where both did. The members that say what a value means come
 * from one side. All of mine where the members do not fit together.
 */
export function combineFields(base: Field | null, theirs: Field, mine: Field): Field {
  const pick = <K extends keyof Field>(member: K): Field[K] =>
    decideAxis<Field[K] | undefined>(base?.[member], theirs[member], mine[member], isSameJson) === 'theirs'
      ? theirs[member]
      : mine[member];
  const meaningOf = (field: Field | null): unknown => field && MEANING.map((member) => field[member]);
  const decision = decideAxis(meaningOf(base), meaningOf(theirs), meaningOf(mine), isSameJson);
  const { input_type, options, default_value, constraint, unit } = decision === 'theirs' ? theirs : mine;
  const combined: Field = {
    field_id: mine.field_id,
    element_id: mine.element_id,
    label: pick('label'),
    input_type,
    options,
    default_value,
    order_number: pick('order_number'),
    drawing_ref: pick('drawing_ref'),
    drawing_ref_locator: pick('drawing_ref_locator'),
    starting_disposition: pick('starting_disposition'),
    constraint,
    unit,
  };
  const problems = findFieldProblems([fieldContent(combined, '1')], new Set(['1']));
  return problems.length === 0 ? combined : mine;
}
