/**
 * Merge plan of a customised copy: the changes of the source since the last merge, and the conflicts with those of
 * the copy. Base is the source revision last merged, theirs the source now, mine the copy. `resolve-merge.ts` applies
 * it.
 */

import { findMovedClauses } from '../compare/moved-clauses.ts';
import { foldEqualAdditions } from '../identity/fold-additions.ts';
import { indexClauses, isSameWording, type MergeIndexes } from '../outline/clause.ts';
import type { Outline } from '../outline/outline.ts';
import { findTouchedClauses } from './merge-changes.ts';
import { clauseSide, type MergeConflict, type MergeSide, toMergeConflicts } from './merge-conflicts.ts';
import { mergeOutlines } from './merge-outline.ts';
import { mergeWithChoice } from './merge-with-choices.ts';
import { findPlaces, type PlacesByChoice } from './places-by-choice.ts';
import { type MergeWarning, warnOfNumbers, warnOfSourceTexts } from './plan-warnings.ts';

interface MergeInput {
  /** All three are valid outlines. */
  base: Outline;
  theirs: Outline;
  mine: Outline;
}

/** A change by the source that needs no decision. */
export interface MergeEntry {
  element_id: number;
  /**
   * After the merge, with the choice of theirs where that matters; for a clause that the source deleted, in the base.
   */
  address: string;
  /** In the base, where the source has another one now. */
  previous_address: string | null;
  theirs: MergeSide | null;
  mine: MergeSide | null;
  /** False for a clause that was only renumbered or carried along. */
  movedItself: boolean;
}

/**
 * Each clause that the source changed is in exactly one of the four lists; not one that it only renumbered and that the
 * copy deleted.
 */
export interface MergePlan {
  conflicts: MergeConflict[];
  /** Changes of clauses that base and source have. */
  autoResolved: MergeEntry[];
  newElements: MergeEntry[];
  removedElements: MergeEntry[];
  summary: {
    conflicts: number;
    autoResolved: number;
    newElements: number;
    removedElements: number;
    moved: number;
  };
  warnings: MergeWarning[];
  /** The three sides as the plan compares them, for `resolveMerge`. */
  input: MergeInput;
  indexes: MergeIndexes;
}

/** Plans a merge. @throws Error when an input is not a valid outline */
export function planMerge({ base, theirs, mine }: MergeInput): MergePlan {
  const original = { base: indexClauses(base), theirs: indexClauses(theirs), mine: indexClauses(mine) };
  // What both added alike is one clause, with the identity that the source gave it.
  const folded = foldEqualAdditions({ base, theirs, mine }, original);
  const indexes = folded === mine ? original : { ...original, mine: indexClauses(folded) };
  const input = { base, theirs, mine: folded };
  const merge = mergeOutlines({ ...input, indexes });
  const conflicts = toMergeConflicts(merge, indexes);
  const places = findPlaces(merge, { conflicts, indexes }, (choice) =>
    mergeWithChoice({ conflicts, input, indexes }, choice),
  );
  const lists = listSourceChanges(input, indexes, disputedClauses(conflicts), places.addresses);
  return {
    conflicts,
    ...lists,
    summary: {
      conflicts: conflicts.length,
      autoResolved: lists.autoResolved.length,
      newElements: lists.newElements.length,
      removedElements: lists.removedElements.length,
      moved: lists.autoResolved.filter(({ movedItself }) => movedItself).length,
    },
    warnings: [...warnOfSourceTexts(input, indexes), ...warnOfNumbers(places)],
    input,
    indexes,
  };
}

function disputedClauses(conflicts: readonly MergeConflict[]): Set<number> {
  return new Set(
    conflicts.flatMap(({ element_id, theirs_element_id }) =>
      theirs_element_id === null ? [element_id] : [element_id, theirs_element_id],
    ),
  );
}

function listSourceChanges(
  { base, theirs }: MergeInput,
  indexes: MergeIndexes,
  disputed: ReadonlySet<number>,
  addresses: PlacesByChoice['addresses'],
): Pick<MergePlan, 'autoResolved' | 'newElements' | 'removedElements'> {
  const moved = findMovedClauses(indexes.base, indexes.theirs);
  const touched = findTouchedClauses(base.fields, theirs.fields);
  const lists = {
    autoResolved: [] as MergeEntry[],
    newElements: [] as MergeEntry[],
    removedElements: [] as MergeEntry[],
  };
  const entry = (element_id: number, address: string, previous_address: string | null): MergeEntry => ({
    element_id,
    address,
    previous_address,
    theirs: clauseSide(indexes.theirs, element_id),
    mine: clauseSide(indexes.mine, element_id),
    movedItself: moved.has(element_id),
  });
  for (const [id, { element }] of indexes.theirs) {
    if (disputed.has(id)) continue;
    const before = indexes.base.get(id)?.element;
    const isMoved = before !== undefined && before.address !== element.address;
    // Nothing follows from the number of a clause that the copy deleted.
    if (addresses && !addresses.has(id) && !indexes.mine.has(id)) continue;
    // Where the merge breaks a limit there is no result.
    const address = addresses?.get(id) ?? element.address;
    if (before === undefined) lists.newElements.push(entry(id, address, null));
    else if (isMoved || touched.has(id) || !isSameWording(before, element))
      lists.autoResolved.push(entry(id, address, isMoved ? before.address : null));
  }
  for (const [id, { element }] of indexes.base) {
    if (!indexes.theirs.has(id) && !disputed.has(id))
      lists.removedElements.push(entry(id, element.address, null));
  }
  return lists;
}
