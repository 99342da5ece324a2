/**
 * Clauses that one side gave another number by hand: nothing that it inserted, removed or moved among the siblings
 * explains the number (decisions Y9).
 */
import type { Clause } from './clause.ts';

/**
 * The identities of the children of one parent that `side` numbered by hand. A run that was shifted together, to leave
 * a gap, is numbered by hand as a whole.
 * @param base the children in base and @param side those of one side, both in order
 * @param isMoved whether the side moved a clause itself
 */
export function findUnexplainedNumbers(
  base: readonly Clause[],
  side: readonly Clause[],
  isMoved: (id: number) => boolean,
): Set<number> {
  const positions = new Map(side.map(({ element }, at) => [element.element_id, at]));
  const unexplained = new Set<number>();
  let last = { base: -1, side: -1 };
  // The part of the shift that is explained so far: free numbers may absorb some of it, and never add to it.
  let carried = 0;
  for (const [at, { element, ordinal }] of base.entries()) {
    const id = element.element_id;
    const sideAt = positions.get(id);
    const clause = side[sideAt ?? -1];
    if (sideAt === undefined || clause === undefined || isMoved(id)) continue;
    const shift = clause.ordinal - ordinal;
    const least = Math.min(0, carried - (at - last.base - 1));
    const most = Math.max(0, carried + (sideAt - last.side - 1));
    if (shift < least || shift > most) unexplained.add(id);
    carried = Math.min(most, Math.max(least, shift));
    last = { base: at, side: sideAt };
  }
  return unexplained;
}
