/**
 * Order of siblings after an outline merge. Each side may have put two clauses in another order (decisions S18); the
 * result has the order that a side gave them. What both sides did may exclude each other, which numbers do not show:
 * of clauses 1, 2, 3 one side puts 2 before 1 and the other 3 before 2.
 */
import type { ClauseIndex, MergeIndexes } from './clause.ts';
import type { Side } from './decide-axis.ts';
import type { KeptClause } from './kept-clause.ts';
import { longestIncreasingSubsequence } from './moved-clauses.ts';

/** The numbers of a clause that both sides have under its parent. */
interface Row {
  clause: KeptClause;
  /** NaN where base does not have it there: it is before none and behind none. */
  base: number;
  theirs: number;
  mine: number;
  merged: number;
}

/** Weights of an order: no number of lighter ones outweighs one, among at most 10,000 siblings. */
const BY_ONE = 1;
const BY_CHOICE = 1e5;
const BY_BOTH = 1e10;

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
  const rows = commonRows(siblings, indexes)
    .filter(({ base, clause }) => !clause.isDisputed && !Number.isNaN(base))
    .sort((a, b) => a.base - b.base);
  // Plain numbers: of a list that a side shuffled, all pairs are compared.
  const { theirs, mine, merged } = columnsOf(rows);
  const inOrder = [theirs, mine, merged].map((numbers) => longestIncreasingSubsequence(numbers));
  for (const [at, { clause }] of rows.entries()) {
    // Two clauses that are in order everywhere are right.
    if (inOrder.every((positions) => positions.has(at))) continue;
    const found = { decided: false, open: false };
    const [t = 0, m = 0, r = 0] = [theirs[at], mine[at], merged[at]];
    for (let other = 0; other < rows.length && !found.open; other += 1) {
      // Two at one number have no order yet.
      if (other === at || merged[other] === r) continue;
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

/** The one that both sides have before the other; null where they do not agree, or one side lacks it here. */
export function firstInBoth(one: KeptClause, other: KeptClause, indexes: MergeIndexes): KeptClause | null {
  const [row, next] = commonRows([one, other], indexes);
  if (!row || !next || row.theirs < next.theirs !== row.mine < next.mine) return null;
  return row.theirs < next.theirs ? row.clause : next.clause;
}

/**
 * Gives siblings the order that the sides gave them, with the numbers that they have: one that took the place of a
 * chosen side, or the next free number, may have come before or behind others. An order that both sides have binds
 * first, then that of the side that was chosen for one of two, then the order that one side gave them.
 * @param choiceOf the side that was chosen for the place of a clause, or that its number was
 */
export function restoreOrder(
  siblings: readonly KeptClause[],
  indexes: MergeIndexes,
  choiceOf: (clause: KeptClause) => Side | 'number' | undefined,
): void {
  const rows = commonRows(siblings, indexes).sort((a, b) => a.merged - b.merged);
  const isInOrder = (side: Side) => rows.every((row, at) => (rows[at - 1]?.[side] ?? 0) < row[side]);
  if (isInOrder('theirs') && isInOrder('mine')) return;
  // Plain numbers and loops: of a list that a side shuffled, all pairs are compared.
  const { base, theirs, mine } = columnsOf(rows);
  const choices = rows.map(({ clause }) => choiceOf(clause));
  /** How much it matters that `a` comes before `b`; 0 where nothing asks for it. */
  const weightOf = (a: number, b: number): number => {
    const isBeforeInTheirs = (theirs[a] ?? 0) < (theirs[b] ?? 0);
    const isBeforeInMine = (mine[a] ?? 0) < (mine[b] ?? 0);
    if (isBeforeInTheirs === isBeforeInMine) return isBeforeInTheirs ? BY_BOTH : 0;
    const [one, other] = [choices[a] ?? choices[b], choices[b] ?? choices[a]];
    if (one !== other || one === 'number') return 0;
    if (one === undefined) return (base[a] ?? 0) > (base[b] ?? 0) ? BY_ONE : 0;
    return (one === 'theirs' ? isBeforeInTheirs : isBeforeInMine) ? BY_CHOICE : 0;
  };
  const before = new Float64Array(rows.length);
  let isWrong = false;
  for (let at = 0; at < rows.length; at += 1) {
    for (let other = 0; other < rows.length; other += 1) {
      const weight = weightOf(other, at);
      before[at] = (before[at] ?? 0) + weight;
      isWrong ||= weight > 0 && other > at;
    }
  }
  if (!isWrong) return;
  const open = Int32Array.from(rows.keys());
  for (const [placed, number] of rows.map(({ merged }) => merged).entries()) {
    // Orders may exclude each other, but one of those left is behind no other in both sides.
    let first = placed;
    for (let at = placed + 1; at < open.length; at += 1)
      if ((before[open[at] ?? 0] ?? 0) < (before[open[first] ?? 0] ?? 0)) first = at;
    const next = open[first] ?? 0;
    open.copyWithin(placed + 1, placed, first);
    open[placed] = next;
    const row = rows[next];
    if (row) row.clause.ordinal = number;
    for (const at of open.subarray(placed + 1)) before[at] = (before[at] ?? 0) - weightOf(next, at);
  }
}

/** The numbers by outline. */
const columnsOf = (rows: readonly Row[]) => ({
  base: Float64Array.from(rows, ({ base }) => base),
  theirs: Int32Array.from(rows, ({ theirs }) => theirs),
  mine: Int32Array.from(rows, ({ mine }) => mine),
  merged: Int32Array.from(rows, ({ merged }) => merged),
});

/** The rows of the clauses that both sides have under the parent that they have now. */
function commonRows(siblings: readonly KeptClause[], { base, theirs, mine }: MergeIndexes): Row[] {
  const rows: Row[] = [];
  for (const clause of siblings) {
    const { id, parentId, ordinal } = clause;
    const [before, their, my] = [base.get(id), theirs.get(id), mine.get(id)];
    if (their?.parentId !== parentId || my?.parentId !== parentId) continue;
    const number = before?.parentId === parentId ? before.ordinal : Number.NaN;
    rows.push({ clause, base: number, theirs: their.ordinal, mine: my.ordinal, merged: ordinal });
  }
  return rows;
}
