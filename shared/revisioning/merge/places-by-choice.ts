/**
 * Computes the addresses of clauses after a merge with conflicts, and finds the clauses whose number depends on the
 * choices.
 */
import {
  type Clause,
  type ClauseIndex,
  indexClauses,
  isSamePlace,
  type MergeIndexes,
} from '../outline/clause.ts';
import type { Outline } from '../outline/outline.ts';
import type { Side, WordingAxis } from './decide-axis.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import type { OutlineMerge } from './merge-result.ts';

type Choice = Side | 'combine';

/** The address of a clause by what is chosen for all conflicts; null where the result does not have it. */
type AddressByChoice = Readonly<Record<Choice, string | null>>;

export interface PlacesByChoice {
  /**
   * The address of each clause of the result, by identity; with the choice of theirs where that matters. Null where the
   * result breaks a limit.
   */
  addresses: ReadonlyMap<number, string> | null;
  /** The clauses whose number differs. */
  dependent: { element_id: number; addresses: AddressByChoice }[];
}

const WORDINGS: ReadonlySet<string> = new Set<WordingAxis>(['text', 'heading', 'kind']);

/**
 * @param merge the merge without choices
 * @param plan the conflicts of its plan, and the sides that it compares
 * @param mergeWith the outline with one choice for every conflict; null where it breaks a limit
 */
export function findPlaces(
  merge: OutlineMerge,
  { conflicts, indexes }: { conflicts: readonly MergeConflict[]; indexes: MergeIndexes },
  mergeWith: (choice: Choice) => Outline | null,
): PlacesByChoice {
  if (merge.outline) return { addresses: addressesOf(merge.outline), dependent: [] };
  const theirs = mergeWith('theirs');
  const addresses = theirs && addressesOf(theirs);
  // What is chosen about fields puts no clause elsewhere.
  const open = conflicts.filter(({ field_id }) => field_id === null);
  // Only two clauses that become one change the numbers of others.
  const joinable = new Map(
    open.flatMap(({ canCombine, element_id, theirs_element_id }) =>
      canCombine && theirs_element_id !== null ? [[theirs_element_id, element_id]] : [],
    ),
  );
  const decided = listDecidedPlaces(open, joinable, indexes);
  const mine = theirs && decided.length > 0 ? mergeWith('mine') : null;
  if (!theirs || !mine) return { addresses, dependent: [] };
  const combine = joinable.size > 0 ? mergeWith('combine') : null;
  const results = [theirs, mine, combine ?? mine].map(indexClauses);
  const starts = findOpenPlaces(decided);
  const isOpen = ({ parentId, ordinal }: Clause) =>
    ordinal >= (starts.get(asOneParent(parentId, joinable)) ?? Infinity);
  return { addresses, dependent: findDependent(results, isOpen) };
}

const addressesOf = ({ elements }: Outline): Map<number, string> =>
  new Map(elements.map(({ element_id, address }) => [element_id, address]));

const isAboutWords = ({ type, axes }: MergeConflict): boolean =>
  type === 'both_changed' && axes.every((axis) => WORDINGS.has(axis));

/** The parents whose children both sides renumbered: there a choice about words decides about orders too. */
function parentsNumberedByBoth({ base, theirs, mine }: MergeIndexes): ReadonlySet<number | null> {
  const numberedBy = (side: ClauseIndex) =>
    new Set(
      [...base].flatMap(([id, { parentId, ordinal }]) => {
        const now = side.get(id);
        return now && now.ordinal !== ordinal ? [parentId] : [];
      }),
    );
  const byMine = numberedBy(mine);
  return new Set([...numberedBy(theirs)].filter((parentId) => byMine.has(parentId)));
}

/** A place that a conflict decides about. */
interface DecidedPlace {
  conflictId: string;
  parentId: number | null;
  ordinal: number;
}

/** The clause of the copy for a clause of the source that can become one with it: what is below both comes together. */
const asOneParent = (parentId: number | null, joinable: ReadonlyMap<number, number>): number | null =>
  parentId === null ? null : (joinable.get(parentId) ?? parentId);

/**
 * A conflict also decides about the sections above it that a side does not have; one about two clauses that can become
 * one, about all that is below them.
 * @param joinable clauses of theirs, each with the clause of mine that can become one with it
 */
function listDecidedPlaces(
  conflicts: readonly MergeConflict[],
  joinable: ReadonlyMap<number, number>,
  indexes: MergeIndexes,
): DecidedPlace[] {
  const sides = [indexes.base, indexes.theirs, indexes.mine];
  const numberedByBoth = parentsNumberedByBoth(indexes);
  const isInAll = (id: number) => sides.every((side) => side.has(id));
  const placesOf = (side: ClauseIndex, id: number): Clause[] => {
    const clause = side.get(id);
    if (!clause) return [];
    const { parentId } = clause;
    return parentId === null || isInAll(parentId) ? [clause] : [clause, ...placesOf(side, parentId)];
  };
  return conflicts.flatMap((conflict) => {
    const { conflictId, element_id, theirs_element_id } = conflict;
    const places = sides.flatMap((side) =>
      [element_id, theirs_element_id ?? element_id]
        .flatMap((id) => placesOf(side, id))
        .filter(({ parentId }) => !isAboutWords(conflict) || numberedByBoth.has(parentId))
        .map(({ parentId, ordinal }) => ({ parentId: asOneParent(parentId, joinable), ordinal })),
    );
    const isJoinable = theirs_element_id !== null && joinable.get(theirs_element_id) === element_id;
    const below = isJoinable ? [{ parentId: element_id, ordinal: 1 }] : [];
    return [...places, ...below].map((place) => ({ conflictId, ...place }));
  });
}

/**
 * By parent, the number from which on several conflicts together decide: choices that differ may give a clause after it
 * a number that it has with none of the uniform ones.
 */
function findOpenPlaces(decided: readonly DecidedPlace[]): ReadonlyMap<number | null, number> {
  const starts = new Map<number | null, number>();
  for (const [parentId, places] of Map.groupBy(decided, (place) => place.parentId)) {
    if (new Set(places.map(({ conflictId }) => conflictId)).size < 2) continue;
    starts.set(
      parentId,
      places.reduce((least, { ordinal }) => Math.min(least, ordinal), Infinity),
    );
  }
  return starts;
}

/** Those below a section that has another number are carried along with it, and not listed. */
function findDependent(
  results: readonly ClauseIndex[],
  isOpen: (place: Clause) => boolean,
): PlacesByChoice['dependent'] {
  const ids = new Set(results.flatMap((result) => [...result.keys()]));
  return [...ids].flatMap((element_id) => {
    const places = results.map((result) => result.get(element_id));
    const [first, ...others] = places.filter((place) => place !== undefined);
    if (!first || (others.every((other) => isSamePlace(first, other)) && !isOpen(first))) return [];
    const [theirs = null, mine = null, combine = null] = places.map(
      (place) => place?.element.address ?? null,
    );
    return [{ element_id, addresses: { theirs, mine, combine } }];
  });
}
