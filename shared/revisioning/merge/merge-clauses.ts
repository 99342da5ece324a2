/**
 * Clause step of an outline merge: which clauses remain, and which side each follows for text, heading,
 * label, kind and place. Reports conflicts; the tree follows in `merge-structure.ts`.
 */

import { CLAUSE_AXES, type Clause, isSameField, isSamePlace, isSameWording } from '../outline/clause.ts';
import { type AxisDecision, decideClause, type Side } from './decide-axis.ts';
import { type KeptClause, keepClause, type MergeState, otherSide, reportConflict } from './merge-state.ts';

/** Fills `state.kept` and reports `both_changed`, `both_moved`, `changed_deleted` and `deleted_changed`. */
export function mergeClauses(state: MergeState): void {
  const { base, theirs, mine } = state;
  for (const [id, theirClause] of theirs) {
    const myClause = mine.get(id);
    if (myClause !== undefined)
      mergeBoth(state, id, { base: base.get(id), theirs: theirClause, mine: myClause });
    else mergeOneSided(state, id, { base: base.get(id), theirs: theirClause, mine: undefined }, 'theirs');
  }
  for (const [id, myClause] of mine) {
    if (theirs.has(id)) continue;
    mergeOneSided(state, id, { base: base.get(id), theirs: undefined, mine: myClause }, 'mine');
  }
}

/** Both sides have the clause: every axis follows the side that changed it. */
function mergeBoth(
  state: MergeState,
  id: number,
  sides: { base: Clause | undefined; theirs: Clause; mine: Clause },
): void {
  const { base, theirs, mine } = sides;
  const kept = keepClause(state, id, 'theirs', sides);
  if (isSameWording(theirs.element, mine.element) && isSamePlace(theirs, mine)) {
    kept.placeSide = 'same';
    return;
  }
  const decision = decideClause(base, theirs, mine);
  if (decision.place !== 'same') decision.place = decidePlace(state, id, decision.place);
  const disputed = CLAUSE_AXES.filter((axis) => decision[axis] === 'conflict');
  const choice = state.choices.get(id);
  const sideOf = (axis: (typeof CLAUSE_AXES)[number]): Side => {
    const side = decision[axis];
    if (side === 'conflict') return choice ?? 'theirs';
    return side === 'mine' ? 'mine' : 'theirs';
  };
  kept.textSide = sideOf('text');
  kept.headingSide = sideOf('heading');
  kept.labelSide = sideOf('label');
  kept.kindSide = sideOf('kind');
  const place = sideOf('place') === 'mine' ? mine : theirs;
  kept.placeSide = decision.place === 'same' ? 'same' : sideOf('place');
  kept.isPlaceChosen = decision.place === 'conflict' && choice !== undefined;
  kept.parentId = place.parentId;
  kept.ordinal = place.ordinal;
  if (disputed.length === 0 || choice !== undefined) return;
  kept.isDisputed = disputed.includes('place');
  reportConflict(state, id, kept.isDisputed ? 'both_moved' : 'both_changed', disputed);
}

/**
 * The side that moved a clause: it may have its old number, past others. The number alone, which every clause after
 * an insertion changes, is no move; one that nothing explains is a move by the other side too.
 */
function decidePlace({ base, siblings }: MergeState, id: number, byNumber: AxisDecision): AxisDecision {
  const movers = siblings.moversOf(id);
  const [mover] = movers;
  if (mover !== undefined && movers.length === 1) {
    const isDisputed = byNumber === 'conflict' && siblings.isNumberedByHand(otherSide(mover), id);
    return isDisputed ? 'conflict' : mover;
  }
  if (byNumber !== 'conflict') return byNumber;
  if (base.has(id) && mover === undefined) return siblings.isNumberContested(id) ? 'conflict' : 'theirs';
  return siblings.isPlacedAlike(id) ? 'same' : 'conflict';
}

/** Only `side` has the clause: it is new there, or the other side deleted it. */
function mergeOneSided(
  state: MergeState,
  id: number,
  sides: Pick<KeptClause, 'base' | Side>,
  side: Side,
): void {
  const { base, [side]: clause } = sides;
  if (base === undefined || clause === undefined) {
    keepClause(state, id, side, sides);
    return;
  }
  const isTouched =
    !isSameWording(base.element, clause.element) ||
    hasNewFields(base, clause) ||
    state.siblings.movedBy(side).has(id);
  const choice = state.choices.get(id);
  // A choice that joins sections above the clause may leave it untouched; it is kept all the same.
  if (choice === undefined ? !isTouched : choice !== side) return;
  const kept = keepClause(state, id, side, sides);
  kept.mustStay = true;
  if (choice !== undefined) return;
  kept.isDisputed = true;
  reportConflict(state, id, side === 'theirs' ? 'changed_deleted' : 'deleted_changed');
}

/**
 * True when the clause has a field that base did not have there, or not so: a deletion of the clause would
 * lose it. A removed field is no reason, because the deletion removes it too.
 */
function hasNewFields(base: Clause, clause: Clause): boolean {
  return clause.fields.some((field) => !base.fields.some((other) => isSameField(field, other)));
}
