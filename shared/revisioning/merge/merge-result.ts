/** Types of the input and the result of an outline merge. */
import type { MergeIndexes } from '../outline/clause.ts';
import type { Outline } from '../outline/outline.ts';
import type { Side } from './decide-axis.ts';
import type { MergedChange } from './merge-changes.ts';
import type { FieldConflict, OutlineConflict } from './merge-state.ts';

export interface OutlineMergeInput {
  /** Common start of both sides: the outline at `baseVersion`. All three are valid outlines. */
  base: Outline;
  /** The stored state now. */
  theirs: Outline;
  /** What the caller wants to store, identified against base (`identifyOutline`). */
  mine: Outline;
  /** Indexes of the three outlines, where the caller has them already. */
  indexes?: MergeIndexes;
  /** `resolvedConflicts`: resolves every conflict of a clause, its fields included, by element identity. */
  resolutions?: ReadonlyMap<number, Side>;
  /** Resolves single fields by field identity; wins over `resolutions`. */
  fieldResolutions?: ReadonlyMap<number, Side>;
  /** Resolves two clauses at one place, by the identity of theirs; wins over `resolutions`. */
  placeResolutions?: ReadonlyMap<number, Side>;
  /** Clauses of mine, each with the clause of theirs that was chosen in its place. */
  replacements?: ReadonlyMap<number, number>;
}

export interface OutlineMerge {
  /** The merged outline, valid and in order; null while anything conflicts. */
  outline: Outline | null;
  conflicts: OutlineConflict[];
  fieldConflicts: FieldConflict[];
  /** Whether the conflicts say that the merge breaks a limit of an outline, which no choice resolves. */
  exceedsLimits: boolean;
  /** Changes of each side, in outline order. The rows of `theirs` are the `mergedChanges` of a save. */
  changes: MergedChange[];
}
