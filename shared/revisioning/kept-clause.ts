/** A clause of the result of a merge, as the steps of the merge decide about it one after the other. */
import type { Clause } from './clause.ts';
import type { Side } from './decide-axis.ts';

/** A clause of the result. */
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
  kindSide: Side;
  /**
   * Kept on purpose (by a choice, or until one is made): the clauses above it are restored rather than this one removed.
   */
  mustStay: boolean;
  /** Its presence or place has an unresolved conflict; consequences of that conflict are not reported. */
  isDisputed: boolean;
}
