/**
 * Finds the clauses that were moved between two outlines: to another parent, or to another position among the
 * siblings that both have. A clause that only got another number was not moved.
 */
import type { ClauseIndex } from '../outline/clause.ts';

/** The identities of the clauses of both outlines that moved themselves on the way from `from` to `to`. */
export function findMovedClauses(from: ClauseIndex, to: ClauseIndex): Set<number> {
  const moved = new Set<number>();
  const renumberedUnder = new Set<number | null>();
  for (const [id, before] of from) {
    const after = to.get(id);
    if (after === undefined) continue;
    if (after.parentId !== before.parentId) moved.add(id);
    else if (after.ordinal !== before.ordinal) renumberedUnder.add(before.parentId);
  }
  if (renumberedUnder.size === 0) return moved;

  const siblings = new Map<number | null, { id: number; before: number; after: number }[]>();
  for (const [id, before] of from) {
    const after = to.get(id);
    if (after === undefined || after.parentId !== before.parentId || !renumberedUnder.has(before.parentId))
      continue;
    const row = { id, before: before.ordinal, after: after.ordinal };
    const rows = siblings.get(before.parentId);
    if (rows === undefined) siblings.set(before.parentId, [row]);
    else rows.push(row);
  }
  for (const rows of siblings.values()) {
    rows.sort((a, b) => a.before - b.before);
    const kept = longestIncreasingSubsequence(rows.map((row) => row.after));
    for (const [index, row] of rows.entries()) if (!kept.has(index)) moved.add(row.id);
  }
  return moved;
}

/** Positions of a longest increasing subsequence: the largest set of siblings that kept their order. */
function longestIncreasingSubsequence(numbers: ArrayLike<number>): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] ?? 0;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) kept.add(at);
  return kept;
}
