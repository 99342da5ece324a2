/**
 * List of the changes of each side in a merge result, one row per clause and side; those of theirs are the
 * `mergedChanges` of a save. Also the clauses whose fields changed between two outlines (`findTouchedClauses`), for
 * merges, plans and edit authors.
 */

import { isSameField, isSamePlace } from '../outline/clause.ts';
import type { Element, Field } from '../outline/outline.ts';
import type { Side } from './decide-axis.ts';
import { type KeptClause, type MergeState, otherSide } from './merge-state.ts';

export interface MergedChange {
  element_id: number;
  /** The address in the result; for a deleted clause, the address in base. */
  address: string;
  change: 'changed' | 'added' | 'deleted';
  side: Side;
}

/**
 * What the rows are made from. The identities in `touched…` are those of clauses whose fields a side changed.
 */
interface ChangeInput {
  state: MergeState;
  /** The clauses of the result and, by the same index, their elements. */
  clauses: readonly KeptClause[];
  elements: readonly Element[];
  touchedByTheirs: ReadonlySet<number>;
  touchedByMine: ReadonlySet<number>;
}

/**
 * One row a clause and side, in outline order, deletions after the rest. A clause that both changed alike has
 * a row for each. A renumbered section is one row; the clauses below it that only moved with it have none.
 */
export function listChanges({
  state,
  clauses,
  elements,
  touchedByTheirs,
  touchedByMine,
}: ChangeInput): MergedChange[] {
  const changes: MergedChange[] = [];
  for (const [index, clause] of clauses.entries()) {
    const element_id = clause.id;
    const merged = elements[index];
    if (merged === undefined) continue;
    const { address } = merged;
    const theirChange = changeOf(state, clause, merged, 'theirs', touchedByTheirs);
    if (theirChange !== null) changes.push({ element_id, address, change: theirChange, side: 'theirs' });
    const myChange = changeOf(state, clause, merged, 'mine', touchedByMine);
    if (myChange !== null) changes.push({ element_id, address, change: myChange, side: 'mine' });
  }
  for (const [element_id, { element }] of state.base) {
    if (state.kept.has(element_id)) continue;
    for (const side of ['theirs', 'mine'] as const) {
      if (!state[side].has(element_id))
        changes.push({ element_id, address: element.address, change: 'deleted', side });
    }
  }
  return changes;
}

/** The change of `side` to a clause of the result; null without one, or when a choice overrode all of it. */
function changeOf(
  state: MergeState,
  clause: KeptClause,
  merged: Element,
  side: Side,
  touched: ReadonlySet<number>,
): 'changed' | 'added' | null {
  const { id, base: before, [side]: after } = clause;
  if (after === undefined) return null;
  if (before === undefined) return 'added';
  const isOverridden = state.choices.get(id) === otherSide(side);
  if (!isOverridden && (!isSamePlace(before, after) || touched.has(id))) return 'changed';
  return hasWordsOf(before.element, after.element, merged) ? 'changed' : null;
}

/** Whether a merged clause has any of the words that a side gave it. */
export const hasWordsOf = (before: Element, after: Element, merged: Element): boolean =>
  (['content', 'toc_content', 'label', 'kind'] as const).some(
    (member) => before[member] !== after[member] && merged[member] === after[member],
  );

/** The clauses on which `side` added, changed, moved or removed a field since base. */
export function findTouchedClauses(base: readonly Field[], side: readonly Field[]): Set<number> {
  const touched = new Set<number>();
  const before = new Map(base.map((field) => [field.field_id, field]));
  for (const after of side) {
    const old = before.get(after.field_id);
    before.delete(after.field_id);
    if (isSameField(old, after)) continue;
    touched.add(after.element_id);
    if (old !== undefined) touched.add(old.element_id);
  }
  for (const removed of before.values()) touched.add(removed.element_id);
  return touched;
}
