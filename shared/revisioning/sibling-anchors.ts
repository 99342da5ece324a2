/**
 * Anchors of a sibling merge: the clauses under one parent that neither side removed or moved, with the number that
 * each gets when what both sides did to the numbers before it is added up.
 */
import type { Clause, MergeIndexes } from './clause.ts';
import { explainedShift } from './unexplained-numbers.ts';

/** A clause that neither side removed or moved, with its numbers. */
export interface Anchor {
  id: number;
  theirs: number;
  mine: number;
  /** In the result; null where both sides changed the number and the changes do not add up. */
  merged: number | null;
  /** Insertions and removals before it explain both numbers; both also where nothing changed. */
  isExplained: boolean;
}

/**
 * The anchors among the children of one parent, in order.
 * @param isMoved whether a side moved a clause itself
 */
export function findAnchors(
  { base, theirs, mine }: Record<keyof MergeIndexes, readonly Clause[]>,
  isMoved: (id: number) => boolean,
): Anchor[] {
  const positions = (clauses: readonly Clause[]) =>
    new Map(clauses.map(({ element }, at) => [element.element_id, at]));
  const [inTheirs, inMine] = [positions(theirs), positions(mine)];
  const anchors: Anchor[] = [];
  let last = { base: -1, theirs: -1, mine: -1, theirShift: 0, myShift: 0 };
  let addedByBoth = 0;
  let removedByBoth = 0;
  for (const [at, { element, ordinal }] of base.entries()) {
    const id = element.element_id;
    const [theirAt, myAt] = [inTheirs.get(id), inMine.get(id)];
    if (theirAt === undefined && myAt === undefined) removedByBoth += 1;
    const [their, my] = [theirs[theirAt ?? -1], mine[myAt ?? -1]];
    if (theirAt === undefined || myAt === undefined || !their || !my || isMoved(id)) continue;
    for (const { element } of theirs.slice(last.theirs + 1, theirAt)) {
      const other = inMine.get(element.element_id) ?? -1;
      if (other > last.mine && other < myAt) addedByBoth += 1;
    }
    const theirShift = their.ordinal - ordinal;
    const myShift = my.ordinal - ordinal;
    // Clauses that were moved away count as removed.
    const removed = at - last.base - 1;
    const isExplained =
      explainedShift(theirShift, last.theirShift, { added: theirAt - last.theirs - 1, removed }) ===
        theirShift &&
      explainedShift(myShift, last.myShift, { added: myAt - last.mine - 1, removed }) === myShift;
    // Where everything before it comes from both sides, both gave it this number for one reason.
    const common = anchors.length + addedByBoth;
    const isAlike = theirShift === myShift && theirAt === common && myAt === common;
    const shared = isAlike ? theirShift : sharedShift(theirShift, myShift, addedByBoth - removedByBoth);
    const merged = isExplained
      ? ordinal + theirShift + myShift - shared
      : changedNumber(ordinal, their.ordinal, my.ordinal);
    anchors.push({ id, theirs: their.ordinal, mine: my.ordinal, merged, isExplained });
    last = { base: at, theirs: theirAt, mine: myAt, theirShift, myShift };
  }
  return anchors;
}

/** The number that one side changed, or both alike; null where both changed it differently. */
function changedNumber(base: number, theirs: number, mine: number): number | null {
  if (theirs === mine || mine === base) return theirs;
  return theirs === base ? mine : null;
}

/**
 * The part of two shifts that comes from what both sides added or removed, which counts once. Example: both insert one
 * clause alike and theirs another, shifts 2 and 1; one is shared, and the sum is 2.
 */
function sharedShift(theirShift: number, myShift: number, both: number): number {
  if (theirShift > 0 && myShift > 0) return Math.max(0, Math.min(both, theirShift, myShift));
  if (theirShift < 0 && myShift < 0) return Math.min(0, Math.max(both, theirShift, myShift));
  return 0;
}
