/** Combination of a field that both sides of a merge changed, member by member. */
import { isSameJson } from '../outline/canonical-json.ts';
import { fieldContent } from '../outline/content-hash.ts';
import { findFieldProblems } from '../outline/field-rules.ts';
import { isBlankValue } from '../outline/field-value.ts';
import type { Field } from '../outline/outline.ts';
import { type AxisDecision, decideAxis } from './decide-axis.ts';

/** What a value means: a number of one side with the unit of the other is a requirement that nobody wrote. */
const MEANING = ['input_type', 'options', 'default_value', 'constraint', 'unit'] as const;
/** The members that leave the value to somebody else, or to a drawing; taken from one side together. */
const DEFERRAL = ['starting_disposition', 'drawing_ref', 'drawing_ref_locator'] as const;

/**
 * Each member from the side that changed it, from mine where both did. The members that say what a value means come
 * from one side, with the label where both changed any of them, and so do those of a deferral. All of mine where the
 * members do not fit together.
 */
export function combineFields(base: Field | null, theirs: Field, mine: Field): Field {
  const decide = (members: readonly (keyof Field)[]): AxisDecision => {
    const valuesOf = (field: Field | null) => field && members.map((member) => field[member]);
    return decideAxis<unknown>(valuesOf(base), valuesOf(theirs), valuesOf(mine), isSameJson);
  };
  const sideOf = (decision: AxisDecision): Field => (decision === 'theirs' ? theirs : mine);
  const decision = decide(MEANING);
  const { input_type, options, default_value, constraint, unit } = sideOf(decision);
  const { starting_disposition, drawing_ref, drawing_ref_locator } = sideOf(decide(DEFERRAL));
  const combined: Field = {
    field_id: mine.field_id,
    element_id: mine.element_id,
    label: decision === 'conflict' ? mine.label : sideOf(decide(['label'])).label,
    input_type,
    options,
    default_value,
    order_number: sideOf(decide(['order_number'])).order_number,
    drawing_ref,
    drawing_ref_locator,
    starting_disposition,
    constraint,
    unit,
  };
  const problems = findFieldProblems([fieldContent(combined, '1')], new Set(['1']));
  const isUsable = problems.length === 0 && (!isDefaultUnused(combined) || isDefaultUnused(mine));
  return isUsable ? combined : mine;
}

/** A field that starts deferred does not start with its default. */
const isDefaultUnused = ({ starting_disposition, default_value }: Field): boolean =>
  starting_disposition !== null && !isBlankValue(default_value);
