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
 * Pairs of siblings of the result that are not in the order in which the sides put them: that a side reversed and are
 * as in base, or that neither reversed and are not. Of each clause one pair with a clause that was decided about, and
 * one with another. A clause whose place is in conflict is in no pair.
 * @param isDecided whether there is a choice for a clause
 */
export function* findWrongOrder(
  siblings: readonly KeptClause[],
  indexes: MergeIndexes,
  isDecided: (id: number) => boolean,
): Generator<[KeptClause, KeptClause]> {
  const isRenumbered = (side: ClauseIndex) =>
    siblings.some(({ id, base }) => base !== undefined && side.get(id)?.ordinal !== base.ordinal);
  if (!isRenumbered(indexes.theirs) || !isRenumbered(indexes.mine)) return;
  const rows = commonRows(siblings, indexes);
  // Plain numbers: of a list that a side shuffled, all pairs are compared.
  const [theirs, mine, merged] = (['theirs', 'mine', 'merged'] as const).map((outline) =>
    Int32Array.from(rows, (row) => row[outline]),
  );
  if (!theirs || !mine || !merged) return;
  const inOrder = [theirs, mine, merged].map((numbers) => longestIncreasingSubsequence(numbers));
  for (const [at, { clause }] of rows.entries()) {
    // Two clauses that are in order everywhere are right.
    if (inOrder.every((positions) => positions.has(at))) continue;
    const found = { decided: false, open: false };
    const [t = 0, m = 0, r = 0] = [theirs[at], mine[at], merged[at]];
    for (let other = 0; other < rows.length && !found.open; other += 1) {
      if (other === at) continue;
      const isBehind = other > at;
      const isReversed = (theirs[other] ?? 0) > t !== isBehind || (mine[other] ?? 0) > m !== isBehind;
      if (((merged[other] ?? 0) > r !== isBehind) === isReversed) continue;
      const partner = rows[other]?.clause;
      if (!partner) continue;
      const kind = isDecided(clause.id) || isDecided(partner.id) ? 'decided' : 'open';
      if (!found[kind]) yield [clause, partner];
      found[kind] = true;
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
