/** What each side of a merge brought into the result. Source: working-copy save rule 6 (`mergedChanges`), decisions S26. */
import type { Side } from './axes.ts';
import { type Clause, isSameField, isSamePlace, isSameWording } from './clause.ts';
import { type MergeState, otherSide } from './merge-state.ts';
import type { Element } from './outline.ts';

export interface MergedChange {
  element_id: number;
  /** Where it stands in the result; for a deleted clause, where it stood in base. */
  address: string;
  change: 'changed' | 'added' | 'deleted';
  side: Side;
}

/**
 * One row a clause and side, in outline order, deletions after the rest. A clause that both changed alike has a row for
 * each. A renumbered section is one row; the clauses below it that only went along have none.
 */
export function listChanges(state: MergeState, elements: readonly Element[]): MergedChange[] {
  const changes: MergedChange[] = [];
  for (const { element_id, address } of elements) {
    for (const side of ['theirs', 'mine'] as const) {
      const change = changeOf(state, element_id, side);
      if (change !== null) changes.push({ element_id, address, change, side });
    }
  }
  for (const [element_id, { element }] of state.base) {
    if (state.kept.has(element_id)) continue;
    for (const side of ['theirs', 'mine'] as const) {
      if (!state[side].has(element_id)) changes.push({ element_id, address: element.address, change: 'deleted', side });
    }
  }
  return changes;
}

/** What `side` did to a clause of the result; null when nothing, or when a choice set it aside. */
function changeOf(state: MergeState, id: number, side: Side): 'changed' | 'added' | null {
  const before = state.base.get(id);
  const after = state[side].get(id);
  if (after === undefined) return null;
  if (before === undefined) return 'added';
  if (state.choices.get(id) === otherSide(side)) return null;
  return isSameClause(before, after) ? null : 'changed';
}

function isSameClause(before: Clause, after: Clause): boolean {
  return isSameWording(before, after) && isSamePlace(before, after) && hasSameFields(before, after);
}

function hasSameFields(before: Clause, after: Clause): boolean {
  if (before.fields.length !== after.fields.length) return false;
  return before.fields.every((field) => after.fields.some((other) => isSameField(field, other)));
}
