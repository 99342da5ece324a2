/**
 * Order of siblings after an outline merge. Each side may have put two clauses in another order (decisions S18); the
 * result has the order that a side gave them. What both sides did may exclude each other, which numbers do not show:
 * of clauses 1, 2, 3 one side puts 2 before 1 and the other 3 before 2.
 */
import type { ClauseIndex, MergeIndexes } from './clause.ts';
import type { KeptClause } from './kept-clause.ts';
import { longestIncreasingSubsequence } from './moved-clauses.ts';

/** The numbers of a clause that has one parent in all outlines and in the result. */
interface Row {
  clause: KeptClause;
  base: number;
  theirs: number;
  mine: number;
  merged: number;
}

/**
 * The pairs of siblings of the result that are not in the order in which the sides put them: that a side reversed and
 * are as in base, or that neither reversed and are not. A clause whose place is in conflict is in no pair.
 */
export function* findWrongOrder(
  siblings: readonly KeptClause[],
  indexes: MergeIndexes,
): Generator<[KeptClause, KeptClause]> {
  const isRenumbered = (side: ClauseIndex) =>
    siblings.some(({ id, base }) => base !== undefined && side.get(id)?.ordinal !== base.ordinal);
  if (!isRenumbered(indexes.theirs) || !isRenumbered(indexes.mine)) return;
  const rows = commonRows(siblings, indexes);
  const inOrder = (['theirs', 'mine', 'merged'] as const).map((outline) =>
    longestIncreasingSubsequence(rows.map((row) => row[outline])),
  );
  for (const [at, row] of rows.entries()) {
    // Two clauses that are in order everywhere are right.
    if (inOrder.every((positions) => positions.has(at))) continue;
    for (const other of rows) {
      const isReversed = (outline: 'theirs' | 'mine' | 'merged') =>
        (row.base - other.base) * (row[outline] - other[outline]) < 0;
      if (isReversed('merged') !== (isReversed('theirs') || isReversed('mine')))
        yield [row.clause, other.clause];
    }
  }
}

function commonRows(siblings: readonly KeptClause[], { base, theirs, mine }: MergeIndexes): Row[] {
  const rows: Row[] = [];
  for (const clause of siblings) {
    const { id, parentId, ordinal, isDisputed } = clause;
    const [before, their, my] = [base.get(id), theirs.get(id), mine.get(id)];
    if (isDisputed || [before, their, my].some((state) => state?.parentId !== parentId)) continue;
    if (before && their && my)
      rows.push({ clause, base: before.ordinal, theirs: their.ordinal, mine: my.ordinal, merged: ordinal });
  }
  return rows.sort((a, b) => a.base - b.base);
}
