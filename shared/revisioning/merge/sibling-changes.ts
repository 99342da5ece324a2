/**
 * Finds out, for the siblings of a merge, which of them each side moved and which it numbered by hand. A clause is
 * numbered by hand where it has a number that insertions, removals and moves before it do not explain.
 */

import { findMovedClauses } from '../compare/moved-clauses.ts';
import { findRelativePlaces } from '../identity/relative-places.ts';
import type { Clause, ClauseIndex, MergeIndexes } from '../outline/clause.ts';
import type { Side } from './decide-axis.ts';

type Outline = keyof MergeIndexes;
type Children = ReadonlyMap<number | null, readonly Clause[]>;
/** Of a run of numbers that was shifted together, to leave a gap: all of it, or the first. */
type OfRun = 'all' | 'first';

const OUTLINES = ['base', 'theirs', 'mine'] as const;
export const SIDES = ['theirs', 'mine'] as const;

export class SiblingChanges {
  readonly #indexes: MergeIndexes;
  readonly #moved: Partial<Record<Side, ReadonlySet<number>>> = {};
  /** What was found of the clauses under one parent. */
  readonly #found = new Map<string, ReadonlySet<number>>();
  #children: Record<Outline, Children> | null = null;
  #places: Record<Side, ReadonlyMap<number, string>> | null = null;

  constructor(indexes: MergeIndexes) {
    this.#indexes = indexes;
  }

  /** The children of a parent in one of the three outlines, in order. */
  childrenOf(outline: Outline, parentId: number | null): readonly Clause[] {
    this.#children ??= {
      base: groupChildren(this.#indexes.base),
      theirs: groupChildren(this.#indexes.theirs),
      mine: groupChildren(this.#indexes.mine),
    };
    return this.#children[outline].get(parentId) ?? [];
  }

  /** Whether no outline leaves a number free under a parent. Numbers say nothing but the order there. */
  isWithoutGaps(parentId: number | null): boolean {
    return OUTLINES.every((outline) => {
      const children = this.childrenOf(outline, parentId);
      return (children.at(-1)?.ordinal ?? 0) === children.length;
    });
  }

  /** Whether there are no gaps, and a side gave clauses new numbers: then what was removed leaves none free either. */
  isNumberedThrough(parentId: number | null): boolean {
    const { base } = this.#indexes;
    return (
      this.isWithoutGaps(parentId) &&
      SIDES.some((side) =>
        this.childrenOf(side, parentId).some(({ element: { element_id }, ordinal }) => {
          const before = base.get(element_id);
          return before?.parentId === parentId && before.ordinal !== ordinal;
        }),
      )
    );
  }

  /** The clauses that `side` moved: to another parent, or past their siblings. */
  movedBy(side: Side): ReadonlySet<number> {
    this.#moved[side] ??= findMovedClauses(this.#indexes.base, this.#indexes[side]);
    return this.#moved[side];
  }

  /** The sides that moved a clause, and not only past clauses that the other side removed or put elsewhere. */
  moversOf(id: number): Side[] {
    return SIDES.filter((side) => this.movedBy(side).has(id) && !this.#isInOrder(side, id));
  }

  /** Whether a clause that `side` moved is in order among those that all three outlines have under its parent. */
  #isInOrder(side: Side, id: number): boolean {
    const [before, after] = [this.#indexes.base.get(id), this.#indexes[side].get(id)];
    if (!before || !after || before.parentId !== after.parentId) return false;
    const { parentId } = before;
    // With another number, where numbers are more than an order, it was moved to that.
    if (before.ordinal !== after.ordinal && !this.isWithoutGaps(parentId)) return false;
    const fitting = this.#remember(`in order ${side} ${parentId}`, () => {
      const rows = this.childrenOf('base', parentId).flatMap(({ element: { element_id } }) => {
        if (!this.#isCommon(element_id, parentId)) return [];
        const number = this.#indexes[side].get(element_id)?.ordinal ?? 0;
        return [{ id: element_id, number, isMoved: this.movedBy(side).has(element_id) }];
      });
      return findFitting(rows);
    });
    return fitting.has(id);
  }

  /** Whether all three outlines have a clause under a parent. */
  #isCommon(id: number, parentId: number | null): boolean {
    return OUTLINES.every((outline) => this.#indexes[outline].get(id)?.parentId === parentId);
  }

  /** Whether `side`, which did not move a clause, gave it another number that no insertion or removal explains. */
  isNumberedByHand(side: Side, id: number): boolean {
    return this.#findUnexplained('all', side, id).has(id);
  }

  /** The sides that numbered a clause, which neither moved, by hand: not together with one before it. */
  numberersOf(id: number): Side[] {
    return SIDES.filter((side) => this.#findUnexplained('first', side, id).has(id));
  }

  #findUnexplained(ofRun: OfRun, side: Side, id: number): ReadonlySet<number> {
    const parentId = this.#indexes.base.get(id)?.parentId;
    if (parentId === undefined || this.isWithoutGaps(parentId)) return new Set();
    const isMoved = (other: number) =>
      ofRun === 'all'
        ? this.movedBy(side).has(other)
        : !this.#isCommon(other, parentId) || this.moversOf(other).length > 0;
    const [base, own] = [this.childrenOf('base', parentId), this.childrenOf(side, parentId)];
    const find = () => findUnexplainedNumbers(base, own, isMoved, ofRun);
    return this.#remember(`${ofRun} ${side} ${parentId}`, find);
  }

  /** Whether both sides gave a clause, which neither moved, different numbers, and one of them by hand. */
  isNumberContested(id: number): boolean {
    const [before, theirs, mine] = OUTLINES.map((outline) => this.#indexes[outline].get(id)?.ordinal);
    return theirs !== before && mine !== before && theirs !== mine && this.numberersOf(id).length > 0;
  }

  #remember(key: string, find: () => ReadonlySet<number>): ReadonlySet<number> {
    const found = this.#found.get(key) ?? find();
    this.#found.set(key, found);
    return found;
  }

  /** Whether both sides put a clause at one place, apart from what each did before it. */
  isPlacedAlike(id: number): boolean {
    const { theirs, mine } = this.#indexes;
    if (theirs.get(id)?.parentId !== mine.get(id)?.parentId) return false;
    if (this.#places === null) {
      const parents = new Set(Array.from(theirs.values(), ({ parentId }) => parentId));
      this.#places = {
        theirs: findRelativePlaces(theirs, mine, parents),
        mine: findRelativePlaces(mine, theirs, parents),
      };
    }
    return this.#places.theirs.get(id) === this.#places.mine.get(id);
  }
}

/** An index is in the order of the outline. */
const groupChildren = (index: ClauseIndex): Children =>
  Map.groupBy(index.values(), ({ parentId }) => parentId);

/** The moved rows that are in order with all others. @param rows in the order of base */
function findFitting(rows: readonly { id: number; number: number; isMoved: boolean }[]): Set<number> {
  const isInOrder = (one: number, at: number) =>
    rows.every(({ number }, index) => index === at || number < one === index < at);
  const fitting = rows.filter(({ number, isMoved }, at) => isMoved && isInOrder(number, at));
  return new Set(fitting.map(({ id }) => id));
}

/** The children of one parent with a number that nothing explains which `side` inserted, removed or moved before them. */
function findUnexplainedNumbers(
  base: readonly Clause[],
  side: readonly Clause[],
  isMoved: (id: number) => boolean,
  ofRun: OfRun,
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
    // Numbers that were skipped may have absorbed some, and those of removed clauses may have been left free.
    const [least, most] = [Math.min(0, last.explained - removed), Math.max(0, last.explained + added)];
    const explained = Math.min(most, Math.max(least, shift));
    if (explained !== shift) unexplained.add(id);
    last = { base: at, side: sideAt, explained: ofRun === 'all' ? explained : shift };
  }
  return unexplained;
}
