/**
 * State shared by the steps of an outline merge (`merge-outline.ts`): the kept clauses, choices and
 * conflicts, and functions that keep, restore and move a clause.
 */

import type { Clause, ClauseAxis, MergeIndexes } from '../outline/clause.ts';
import type { Field } from '../outline/outline.ts';
import type { Side } from './decide-axis.ts';
import type { SiblingChanges } from './sibling-changes.ts';

/** Why a clause cannot be merged. `changed_deleted` names theirs first, mine second. */
export const CONFLICT_REASONS = [
  'both_changed',
  'changed_deleted',
  'deleted_changed',
  'both_moved',
  'address_taken',
  'outline',
] as const;
type ConflictReason = (typeof CONFLICT_REASONS)[number];

export interface OutlineConflict {
  /** The identity of the clause in this merge. */
  id: number;
  /** For `address_taken`: the other clause at the address, and the side by which this one is there. */
  rivalId: number | null;
  placedBy: Side | null;
  /** The same identity; null for a clause of mine that was never stored. */
  element_id: number | null;
  /** The address in mine, else in theirs, else in base. */
  address: string;
  baseAddress: string | null;
  theirsAddress: string | null;
  mineAddress: string | null;
  reason: ConflictReason;
  /** The axes changed by both, for `both_changed` and `both_moved`. */
  axes: ClauseAxis[];
}

export const FIELD_CONFLICT_REASONS = [
  'both_changed',
  'changed_deleted',
  'deleted_changed',
  'label_taken',
] as const;
export type FieldConflictReason = (typeof FIELD_CONFLICT_REASONS)[number];

export interface FieldConflict {
  /** The identity of the field in this merge. */
  id: number;
  /** The same identity; null for a field of mine that was never stored. */
  field_id: number | null;
  element_id: number;
  label: string;
  base: Field | null;
  theirs: Field | null;
  mine: Field | null;
  reason: FieldConflictReason;
}

/** A clause of the result, as the steps of the merge decide about it one after the other. */
export interface KeptClause {
  id: number;
  base: Clause | undefined;
  theirs: Clause | undefined;
  mine: Clause | undefined;
  /** The side whose place it has; `same` when both agree. */
  placeSide: Side | 'same';
  /** Whether that side was chosen for it. */
  isPlaceChosen: boolean;
  parentId: number | null;
  ordinal: number;
  textSide: Side;
  headingSide: Side;
  labelSide: Side;
  kindSide: Side;
  /**
   * Kept on purpose (by a choice, or until one is made): the clauses above it are restored rather than this one removed.
   */
  mustStay: boolean;
  /** Its presence or place has an unresolved conflict; consequences of that conflict are not reported. */
  isDisputed: boolean;
}

export interface MergeState extends MergeIndexes {
  /** Choices of the caller, by element identity. */
  choices: ReadonlyMap<number, Side>;
  /** Choices of the caller for two clauses at one place, by the identity of theirs. */
  placeChoices: ReadonlyMap<number, Side>;
  /** Clauses of mine, each with the clause of theirs that was chosen in its place. */
  replacements: ReadonlyMap<number, number>;
  kept: Map<number, KeptClause>;
  siblings: SiblingChanges;
  conflicts: OutlineConflict[];
}

/** The side that is not this one. */
export function otherSide(side: Side): Side {
  return side === 'mine' ? 'theirs' : 'mine';
}

/** Reports a clause as unmergeable. */
export function reportConflict(
  state: MergeState,
  id: number,
  reason: ConflictReason,
  axes: ClauseAxis[] = [],
  taken: { rivalId: number; placedBy: Side } | null = null,
): void {
  const baseAddress = state.base.get(id)?.element.address ?? null;
  const theirsAddress = state.theirs.get(id)?.element.address ?? null;
  const mineAddress = state.mine.get(id)?.element.address ?? null;
  const isStored = baseAddress !== null || theirsAddress !== null;
  const address = mineAddress ?? theirsAddress ?? baseAddress ?? '';
  state.conflicts.push({
    id,
    rivalId: taken?.rivalId ?? null,
    placedBy: taken?.placedBy ?? null,
    element_id: isStored ? id : null,
    address,
    baseAddress,
    theirsAddress,
    mineAddress,
    reason,
    axes,
  });
}

/**
 * Reports the place of a clause, in the conflict that it has already where both changed its words too; that one is
 * about a move then.
 */
export function reportPlace(state: MergeState, clauseId: number, reason: 'outline' | 'both_moved'): void {
  const reported = state.conflicts.find(({ id, reason }) => id === clauseId && reason === 'both_changed');
  if (reported === undefined) reportConflict(state, clauseId, reason, ['place']);
  else {
    reported.axes.push('place');
    if (reason === 'both_moved') reported.reason = reason;
  }
}

/** Keeps a clause as `side` has it, which must have it. */
export function keepClause(
  state: MergeState,
  id: number,
  side: Side,
  sides: Pick<KeptClause, 'base' | Side>,
): KeptClause {
  const clause = sides[side];
  if (clause === undefined) throw new Error(`Element ${id} is not in the outline it was to be kept from`);
  const kept: KeptClause = {
    id,
    base: sides.base,
    theirs: sides.theirs,
    mine: sides.mine,
    placeSide: side,
    isPlaceChosen: false,
    parentId: clause.parentId,
    ordinal: clause.ordinal,
    textSide: side,
    headingSide: side,
    labelSide: side,
    kindSide: side,
    mustStay: false,
    isDisputed: false,
  };
  state.kept.set(id, kept);
  return kept;
}

/** Restores, on purpose, a clause that was to be removed. */
export function restoreClause(state: MergeState, id: number, side: Side): KeptClause {
  const sides = { base: state.base.get(id), theirs: state.theirs.get(id), mine: state.mine.get(id) };
  const kept = keepClause(state, id, side, sides);
  kept.mustStay = true;
  return kept;
}

/** Moves a kept clause to the place that `side` has for it; false when `side` does not have the clause. */
export function takePlace(kept: KeptClause, side: Side): boolean {
  const clause = kept[side];
  if (clause === undefined) return false;
  kept.placeSide = side;
  kept.parentId = clause.parentId;
  kept.ordinal = clause.ordinal;
  return true;
}
