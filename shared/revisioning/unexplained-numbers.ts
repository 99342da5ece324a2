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
  let last = { base: -1, side: -1, explained: 0 };
  for (const [at, { element, ordinal }] of base.entries()) {
    const id = element.element_id;
    const sideAt = positions.get(id) ?? -1;
    const clause = side[sideAt];
    if (clause === undefined || isMoved(id)) continue;
    const shift = clause.ordinal - ordinal;
    const [added, removed] = [sideAt - last.side - 1, at - last.base - 1];
    const explained = explainedShift(shift, last.explained, { added, removed });
    if (explained !== shift) unexplained.add(id);
    last = { base: at, side: sideAt, explained };
  }
  return unexplained;
}

/**
 * The part of the shift of a clause that is explained by what was added and removed behind the clause before it. Numbers
 * that were skipped may have absorbed some, and those of removed clauses may have been left free.
 * @param before the explained shift of the clause before it
 */
export function explainedShift(
  shift: number,
  before: number,
  { added, removed }: { added: number; removed: number },
): number {
  const [least, most] = [Math.min(0, before - removed), Math.max(0, before + added)];
  return Math.min(most, Math.max(least, shift));
}
