/**
 * Numbers of siblings in an outline merge. Who inserts or removes a clause renumbers those after it. That is no
 * move (decisions S18), so what both sides did to the numbers adds up: theirs inserts two clauses before clause
 * 3, mine one, and clause 3 becomes 6.
 */
import type { Clause, ClauseIndex, MergeIndexes } from './clause.ts';
import type { Side } from './decide-axis.ts';
import type { KeptClause } from './kept-clause.ts';
import { findMovedClauses } from './moved-clauses.ts';
import { findRelativePlaces } from './relative-places.ts';
import { type Anchor, findAnchors } from './sibling-anchors.ts';
import { findUnexplainedNumbers } from './unexplained-numbers.ts';

/** What is added to the numbers of each side. */
type Shifts = Readonly<Record<Side, number>>;

/** The children of each parent in the order of their numbers. */
type Children = ReadonlyMap<number | null, readonly Clause[]>;

/** A clause, and the sides that put it where it is. */
interface PlacedClause {
  clause: KeptClause;
  sides: Side[];
}

const NO_CHILDREN: readonly Clause[] = [];

export class SiblingNumbers {
  readonly #indexes: MergeIndexes;
  readonly #moved: Partial<Record<Side, ReadonlySet<number>>> = {};
  readonly #anchors = new Map<number | null, ReadonlyMap<number, Anchor>>();
  #children: Record<keyof MergeIndexes, Children> | null = null;
  #places: Record<Side, ReadonlyMap<number, string>> | null = null;
  #renumbered: ReadonlySet<number | null> | null = null;
  readonly #unexplained = {
    theirs: new Map<number | null, ReadonlySet<number>>(),
    mine: new Map<number | null, ReadonlySet<number>>(),
  };

  constructor(indexes: MergeIndexes) {
    this.#indexes = indexes;
  }

  /** The clauses that `side` moved itself. */
  movedBy(side: Side): ReadonlySet<number> {
    this.#moved[side] ??= findMovedClauses(this.#indexes.base, this.#indexes[side]);
    return this.#moved[side];
  }

  /** Whether a side moved a clause itself. */
  isMoved(id: number): boolean {
    return this.movedBy('theirs').has(id) || this.movedBy('mine').has(id);
  }

  /** Whether `side`, which did not move a clause, gave it another number that no insertion or removal explains. */
  isNumberedByHand(side: Side, id: number): boolean {
    const [before, after] = [this.#indexes.base.get(id), this.#indexes[side].get(id)];
    if (!before || !after || before.ordinal === after.ordinal) return false;
    const { parentId } = before;
    let unexplained = this.#unexplained[side].get(parentId);
    if (unexplained === undefined) {
      const [children, own] = [this.#childrenOf('base', parentId), this.#childrenOf(side, parentId)];
      unexplained = findUnexplainedNumbers(children, own, (other) => this.movedBy(side).has(other));
      this.#unexplained[side].set(parentId, unexplained);
    }
    return unexplained.has(id);
  }

  /** Whether what both sides did to the number of a clause, which neither moved, adds up. */
  addsUp(id: number): boolean {
    const parentId = this.#indexes.base.get(id)?.parentId ?? null;
    return (this.#anchorsUnder(parentId).get(id)?.merged ?? null) !== null;
  }

  /** Whether both sides put a clause at one place, apart from what each did before it. */
  isPlacedAlike(id: number): boolean {
    const { theirs, mine } = this.#indexes;
    if (theirs.get(id)?.parentId !== mine.get(id)?.parentId) return false;
    const parents = this.renumberedParents();
    this.#places ??= {
      theirs: findRelativePlaces(theirs, mine, parents),
      mine: findRelativePlaces(mine, theirs, parents),
    };
    return this.#places.theirs.get(id) === this.#places.mine.get(id);
  }

  /**
   * Gives the clauses of the result under each parent their numbers. Two that the sides put at one place get one
   * number, which is a conflict.
   * @param chosen clauses for whose place a side was chosen
   */
  renumber(
    children: ReadonlyMap<number | null, readonly KeptClause[]>,
    chosen: ReadonlySet<number> = new Set(),
  ): void {
    for (const parentId of this.renumberedParents()) {
      const siblings = children.get(parentId);
      if (siblings !== undefined) this.#renumberSiblings(parentId, siblings, chosen);
    }
  }

  /** The parents with children that a side gave another number, or that both put there under different ones. */
  renumberedParents(): ReadonlySet<number | null> {
    if (this.#renumbered !== null) return this.#renumbered;
    const parents = new Set<number | null>();
    const { base, theirs, mine } = this.#indexes;
    const compare = (from: ClauseIndex, to: ClauseIndex): void => {
      for (const [id, { parentId, ordinal }] of from) {
        const clause = to.get(id);
        if (clause !== undefined && clause.parentId === parentId && clause.ordinal !== ordinal)
          parents.add(parentId);
      }
    };
    compare(base, theirs);
    compare(base, mine);
    compare(theirs, mine);
    this.#renumbered = parents;
    return parents;
  }

  #renumberSiblings(
    parentId: number | null,
    siblings: readonly KeptClause[],
    chosen: ReadonlySet<number>,
  ): void {
    const kept = new Map(siblings.map((clause) => [clause.id, clause]));
    const anchors = [...this.#anchorsUnder(parentId).values()].filter(
      ({ id }) => kept.has(id) && !chosen.has(id),
    );
    const between = this.#placeBetween(anchors, siblings);
    // One in conflict may be there for now only.
    const isKept = (id: number) => kept.get(id)?.isDisputed === false;
    let shifts: Shifts = { theirs: 0, mine: 0 };
    let last = 0;
    for (let at = -1; at < anchors.length; at += 1) {
      const [anchor, next] = [anchors[at], anchors[at + 1]];
      const clause = anchor && kept.get(anchor.id);
      let anchored = 0;
      if (anchor && clause) {
        clause.ordinal = anchor.merged ?? clause.ordinal;
        // Numbers that one side skipped may have been used up by the other.
        if (anchor.isExplained || (anchor.merged !== null && clause.ordinal <= last)) {
          clause.ordinal = Math.max(clause.ordinal, last + 1);
          shifts = { theirs: clause.ordinal - anchor.theirs, mine: clause.ordinal - anchor.mine };
        }
        // That of one in conflict is provisional.
        if (!clause.isDisputed) {
          anchored = clause.ordinal;
          last = Math.max(last, anchored);
        }
      }
      const previous: Record<Side, number> = { theirs: 0, mine: 0 };
      for (const { clause, sides } of between.get(at) ?? []) {
        const numbers = sides.map((side) => {
          const own = ownNumber(clause, side);
          const start = anchor?.[side] ?? 0;
          const removed = this.#childrenOf(side, parentId).filter(
            ({ element, ordinal }) => ordinal > start && ordinal < own && !isKept(element.element_id),
          );
          // The other side removed clauses before this one, and may have closed their gap: if 1, 2, 3 became 1, 2, the
          // shift of the next anchor is one less, and so is that of a clause between them.
          const nextShift =
            next?.isExplained && next.merged !== null ? next.merged - next[side] : shifts[side];
          const number = own + shifts[side] - Math.min(removed.length, Math.max(0, shifts[side] - nextShift));
          // The other side gave the anchor a number beyond: the clause stays behind it, and those of its side behind it.
          const behind = anchor && number < anchored ? own + anchored - anchor[side] : number;
          return Math.max(behind, previous[side] + 1);
        });
        clause.ordinal = Math.max(...numbers);
        if (clause.isDisputed) continue;
        for (const side of sides) previous[side] = clause.ordinal;
        last = Math.max(last, clause.ordinal);
      }
    }
  }

  /** The clauses that are no anchors, by the position of the anchor before them. */
  #placeBetween(anchors: readonly Anchor[], siblings: readonly KeptClause[]): Map<number, PlacedClause[]> {
    const isAnchor = new Set(anchors.map(({ id }) => id));
    const placed = siblings
      .filter(({ id }) => !isAnchor.has(id))
      .map((clause): PlacedClause => ({ clause, sides: this.#placingSides(clause) }));
    return Map.groupBy(inOrderOfSides(placed), ({ clause, sides }) =>
      Math.min(
        ...sides.map((side) => {
          const own = ownNumber(clause, side);
          return anchors.findLastIndex((anchor) => anchor[side] < own);
        }),
      ),
    );
  }

  /** The sides that put a clause where it is. Where both have it at one place, one may have moved others past it. */
  #placingSides({ id, placeSide }: KeptClause): Side[] {
    if (placeSide !== 'same') return [placeSide];
    const movers = (['theirs', 'mine'] as const).filter((side) => this.movedBy(side).has(id));
    return movers.length === 1 ? movers : ['theirs', 'mine'];
  }

  /** The anchors under a parent by identity, in order. */
  #anchorsUnder(parentId: number | null): ReadonlyMap<number, Anchor> {
    const known = this.#anchors.get(parentId);
    if (known !== undefined) return known;
    const lists = {
      base: this.#childrenOf('base', parentId),
      theirs: this.#childrenOf('theirs', parentId),
      mine: this.#childrenOf('mine', parentId),
    };
    const anchors = findAnchors(lists, (id) => this.isMoved(id));
    const byId = new Map(anchors.map((anchor) => [anchor.id, anchor]));
    this.#anchors.set(parentId, byId);
    return byId;
  }

  #childrenOf(outline: keyof MergeIndexes, parentId: number | null): readonly Clause[] {
    this.#children ??= {
      base: groupChildren(this.#indexes.base),
      theirs: groupChildren(this.#indexes.theirs),
      mine: groupChildren(this.#indexes.mine),
    };
    return this.#children[outline].get(parentId) ?? NO_CHILDREN;
  }
}

const ownNumber = (clause: KeptClause, side: Side): number => clause[side]?.ordinal ?? clause.ordinal;

/** The clauses of each side in its order; one of both sides is behind what either has before it. */
function inOrderOfSides(placed: readonly PlacedClause[]): Set<PlacedClause> {
  const [theirs = [], mine = []] = (['theirs', 'mine'] as const).map((side) =>
    placed
      .filter(({ sides }) => sides.includes(side))
      .sort((a, b) => ownNumber(a.clause, side) - ownNumber(b.clause, side)),
  );
  const ordered = new Set<PlacedClause>();
  let at = 0;
  for (const item of theirs) {
    if (item.sides.includes('mine'))
      for (let own = mine[at]; own !== undefined && own !== item; own = mine[at]) {
        ordered.add(own);
        at += 1;
      }
    ordered.add(item);
  }
  for (const own of mine) ordered.add(own);
  return ordered;
}

/** The children of each parent; an index is in the order of the outline. */
function groupChildren(index: ClauseIndex): Children {
  return Map.groupBy(index.values(), ({ parentId }) => parentId);
}
