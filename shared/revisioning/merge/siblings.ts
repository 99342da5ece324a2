/**
 * Merges the order of siblings in an outline merge, and numbers them.
 *
 * Below each parent there are two lists, theirs and mine. A clause is in the list of the side that put it where it is:
 * in both if neither side moved it. The lists are merged like texts in diff3. The clauses in both lists are the frame;
 * every other clause stays between the two clauses of the frame between which its side has it. If both sides have
 * clauses there, those are ordered
 * 1. as the sides order them: two clauses that both sides have are as in base, or reversed if a side reversed them.
 *    Where that is impossible, the clauses that were moved are a conflict `both_moved`;
 * 2. by the distance of their numbers from the frame. Two at the same distance are a conflict `address_taken`.
 * Then the order is numbered (`sibling-numbers.ts`).
 */
import { nextFreeOrdinal } from '../outline/address.ts';
import type { Side } from './decide-axis.ts';
import {
  type KeptClause,
  type MergeState,
  otherSide,
  reportConflict,
  reportPlace,
  takePlace,
} from './merge-state.ts';
import { SIDES } from './sibling-changes.ts';
import {
  countFrom,
  countFromLast,
  isInBoth,
  isShared,
  numberSiblings,
  ownNumber,
  type Reference,
  referenceBehind,
  type Sibling,
  START,
} from './sibling-numbers.ts';

/** Two clauses of different sides at one number. */
type Tie = Record<Side, Sibling>;

/** Gives the kept clauses under each parent their order and numbers, and reports the conflicts about them. */
export function mergeSiblings(
  state: MergeState,
  children: ReadonlyMap<number | null, readonly KeptClause[]>,
): void {
  for (const [parentId, clauses] of children) {
    const isUntouched = clauses.every(
      ({ base, placeSide, ordinal }) =>
        placeSide === 'same' && base?.ordinal === ordinal && base.parentId === parentId,
    );
    if (!isUntouched) new SiblingMerge(state, parentId).run(clauses);
  }
}

class SiblingMerge {
  readonly #state: MergeState;
  readonly #parentId: number | null;
  readonly #ties: Tie[] = [];

  constructor(state: MergeState, parentId: number | null) {
    this.#state = state;
    this.#parentId = parentId;
  }

  run(clauses: readonly KeptClause[]): void {
    // The place of a clause in conflict is provisional, so others are ordered without it, unless only its number is.
    const certain = clauses.filter((clause) => !clause.isDisputed || this.#isUnmoved(clause));
    const order = this.#orderSiblings(certain.map((clause) => this.#toSibling(clause)));
    if (this.#resolveContradictoryOrders(order)) {
      new SiblingMerge(this.#state, this.#parentId).run(clauses);
      return;
    }
    for (const tie of this.#ties) {
      if (this.#choiceOf(tie) !== undefined) continue;
      for (const side of SIDES) {
        const taken = { rivalId: tie[otherSide(side)].clause.id, placedBy: side };
        reportConflict(this.#state, tie[side].clause.id, 'address_taken', [], taken);
      }
    }
    const { siblings } = this.#state;
    const final = certain.some(({ isPlaceChosen }) => isPlaceChosen) ? this.#keepAgreedOrder(order) : order;
    const hasLoser = final.some(({ winner }) => winner !== null);
    if (hasLoser || !siblings.isNumberedThrough(this.#parentId)) numberSiblings(final);
    else for (const [at, { clause }] of final.entries()) clause.ordinal = at + 1;
  }

  #toSibling(clause: KeptClause): Sibling {
    const { siblings } = this.#state;
    const { id, placeSide, isPlaceChosen, isDisputed, base } = clause;
    if (!this.#isUnmoved(clause)) {
      const movers = siblings.moversOf(id);
      const sides = placeSide !== 'same' ? [placeSide] : movers.length === 1 ? movers : SIDES;
      return { clause, sides, base: undefined, numberedBy: null, winner: null };
    }
    const [byHand = null] = isDisputed ? [] : siblings.numberersOf(id);
    const numberedBy = isPlaceChosen && placeSide !== 'same' ? placeSide : byHand;
    return { clause, sides: SIDES, base: base?.ordinal, numberedBy, winner: null };
  }

  #isUnmoved(clause: KeptClause): boolean {
    return isInAll(clause) && this.#state.siblings.moversOf(clause.id).length === 0;
  }

  /** Merges the two lists. */
  #orderSiblings(siblings: readonly Sibling[]): Sibling[] {
    const listOf = (side: Side) =>
      siblings
        .filter(({ sides }) => sides.includes(side))
        .sort((a, b) => ownNumber(a, side) - ownNumber(b, side));
    const lists = { theirs: listOf('theirs'), mine: listOf('mine') };
    const order: Sibling[] = [];
    let reference = START;
    let theirs: Sibling[] = [];
    let start = 0;
    const placeUpTo = (end: number) => {
      const mine = lists.mine.slice(start, end).filter(({ sides: [side] }) => side === 'mine');
      order.push(...this.#interleave(theirs, mine, reference));
      theirs = [];
      start = end + 1;
    };
    for (const [at, sibling] of lists.theirs.entries()) {
      const end = isShared(sibling) ? lists.mine.indexOf(sibling, start) : -1;
      const { numberedBy } = sibling;
      const number = numberedBy ? countFromLast(reference, sibling, numberedBy) : 0;
      if (end !== -1) {
        const next = numberedBy === 'theirs' ? lists.mine[end + 1] : lists.theirs[at + 1];
        if (next && this.#isNumberTaken(sibling, next, reference)) competeFor(sibling);
        // What both moved or added alike may be on either side of others: it comes where it is last.
        const crossed = lists.mine.slice(start, end).filter(isShared);
        if (crossed.length > 0 && sibling.base === undefined) sibling.sides = ['mine'];
        else for (const other of crossed) other.sides = ['theirs'];
      }
      if (isShared(sibling)) {
        placeUpTo(end);
        order.push(sibling);
        // A number that is chosen will be one set by hand, and others are not compared from those.
        if (!sibling.clause.isDisputed) reference = referenceBehind(reference, sibling, number);
      } else if (sibling.sides[0] === 'theirs') theirs.push(sibling);
    }
    placeUpTo(lists.mine.length);
    return order;
  }

  /** Whether the other side put the next clause at the number that one side gave this one by hand. */
  #isNumberTaken(sibling: Sibling, next: Sibling, reference: Reference): boolean {
    const { numberedBy } = sibling;
    if (!numberedBy || isShared(next) || this.#agreedFirst(next.clause, sibling.clause)) return false;
    const number = countFromLast(reference, sibling, numberedBy);
    return number === countFromLast(reference, next, otherSide(numberedBy));
  }

  /** Orders the clauses between two that both sides have. */
  #interleave(theirs: readonly Sibling[], mine: readonly Sibling[], reference: Reference): Sibling[] {
    if (theirs.length === 0 || mine.length === 0) return [...theirs, ...mine];
    const lists = { theirs, mine };
    const numbers = new Map(
      SIDES.flatMap((side) => lists[side].map((sibling) => [sibling, countFrom(reference, sibling, side)])),
    );
    this.#decideTies(lists, numbers);
    const order = new Set<Sibling>();
    const next = { theirs: 0, mine: 0 };
    const mustWait = (sibling: Sibling, side: Side): boolean => {
      if (sibling.winner && !order.has(sibling.winner)) return true;
      if (!isInBoth(sibling.clause)) return false;
      for (let at = next[side]; at < lists[side].length; at += 1) {
        const other = lists[side][at]?.clause;
        if (other && this.#agreedFirst(other, sibling.clause) === other) return true;
      }
      return false;
    };
    for (;;) {
      const [their, my] = [theirs[next.theirs], mine[next.mine]];
      if (!their || !my) return [...order, ...theirs.slice(next.theirs), ...mine.slice(next.mine)];
      const [isTheirWaiting, isMyWaiting] = [mustWait(their, 'mine'), mustWait(my, 'theirs')];
      const isTheirFirst =
        isTheirWaiting === isMyWaiting ? (numbers.get(their) ?? 0) <= (numbers.get(my) ?? 0) : isMyWaiting;
      order.add(isTheirFirst ? their : my);
      next[isTheirFirst ? 'theirs' : 'mine'] += 1;
    }
  }

  /**
   * Finds the clauses of the two sides at one number. The one that is not chosen loses it, and comes after those that
   * follow the other without a gap.
   */
  #decideTies(lists: Record<Side, readonly Sibling[]>, numbers: Map<Sibling, number>): void {
    const atNumber = (side: Side) =>
      new Map(lists[side].map((sibling) => [numbers.get(sibling) ?? 0, sibling]));
    const taken = { theirs: atNumber('theirs'), mine: atNumber('mine') };
    for (const [number, theirs] of taken.theirs) {
      const mine = taken.mine.get(number);
      if (mine === undefined || this.#agreedFirst(theirs.clause, mine.clause) !== null) continue;
      if (this.#isAfter(mine, theirs, lists.theirs) || this.#isAfter(theirs, mine, lists.mine)) continue;
      const tie = { theirs, mine };
      const side = this.#choiceOf(tie) ?? 'theirs';
      const loser = tie[otherSide(side)];
      this.#ties.push(tie);
      loser.winner = tie[side];
      numbers.set(loser, nextFreeOrdinal(number, taken[side]));
    }
  }

  /** Whether a clause has to come after `other`, because it comes after one that follows that in the other list. */
  #isAfter({ clause }: Sibling, other: Sibling, list: readonly Sibling[]): boolean {
    if (!isInBoth(clause)) return false;
    const following = list.slice(list.indexOf(other) + 1);
    return following.some((sibling) => this.#agreedFirst(sibling.clause, clause) === sibling.clause);
  }

  #choiceOf({ theirs, mine }: Tie): Side | undefined {
    const { choices, placeChoices } = this.#state;
    return placeChoices.get(theirs.clause.id) ?? choices.get(theirs.clause.id) ?? choices.get(mine.clause.id);
  }

  /**
   * The one of two that comes first: as both sides have them, else as the side has them that reversed them. Null if a side
   * does not have both here, or a place was chosen.
   */
  #agreedFirst(one: KeptClause, other: KeptClause): KeptClause | null {
    if (!isInBoth(one) || !isInBoth(other)) return null;
    const first = (outline: 'base' | Side) =>
      (one[outline]?.ordinal ?? 0) < (other[outline]?.ordinal ?? 0) ? one : other;
    const inTheirs = first('theirs');
    if (inTheirs === first('mine')) return inTheirs;
    if (![one, other].every((clause) => isInAll(clause) && !clause.isPlaceChosen)) return null;
    return first('base') === one ? other : one;
  }

  /**
   * Finds moved clauses whose merged order contradicts a side. They take the place of the side that was chosen for them, or
   * are in conflict. Returns whether there are any: then the rest is to be ordered again.
   */
  #resolveContradictoryOrders(order: readonly Sibling[]): boolean {
    const { siblings, choices } = this.#state;
    const rows = order.filter(({ clause }) => isInAll(clause) && !clause.isPlaceChosen);
    const moversOf = ({ clause }: Sibling) => siblings.moversOf(clause.id).length;
    const moved = new Set(rows.filter((sibling) => moversOf(sibling) > 0));
    // Each side may have moved these past clauses that neither moved, also where both put them at one number.
    const byBoth = new Set([...moved].filter((sibling) => moversOf(sibling) > 1));
    const positions = new Map(rows.map((sibling, at) => [sibling, at]));
    const wrong = new Set<KeptClause>();
    for (const one of moved) {
      const isByBoth = byBoth.has(one);
      for (const other of isByBoth ? rows : moved) {
        // The list of a side is in its order.
        if (one === other || (!isByBoth && one.sides[0] === other.sides[0])) continue;
        const isBefore = (positions.get(one) ?? 0) < (positions.get(other) ?? 0);
        const [first, last] = isBefore ? [one, other] : [other, one];
        if (this.#agreedFirst(first.clause, last.clause) !== last.clause) continue;
        wrong.add(one.clause);
        if (moved.has(other)) wrong.add(other.clause);
      }
    }
    const placedByWrongSide = [...byBoth].filter(
      ({ clause }) => clause.placeSide === 'same' && wrong.has(clause),
    );
    for (const { clause, sides } of placedByWrongSide)
      takePlace(clause, sides[0] === 'mine' ? 'theirs' : 'mine');
    if (placedByWrongSide.length > 0) return true;
    const decided = [...wrong].filter(({ id }) => choices.has(id));
    for (const clause of decided) {
      takePlace(clause, choices.get(clause.id) ?? 'theirs');
      clause.isPlaceChosen = true;
    }
    if (decided.length > 0) return true;
    for (const clause of wrong) {
      clause.isDisputed = true;
      reportPlace(this.#state, clause.id, 'both_moved');
    }
    return wrong.size > 0;
  }

  /** What both sides have in one order stays in it, also where choices about others contradict it. */
  #keepAgreedOrder(order: readonly Sibling[]): Sibling[] {
    const agreed: Sibling[] = [];
    for (const sibling of order) {
      const at = agreed.findIndex(({ clause }) => isAgreed(sibling.clause, clause));
      agreed.splice(at === -1 ? agreed.length : at, 0, sibling);
    }
    return agreed;
  }
}

/** Whether all three outlines have a clause under the parent that it has now. */
const isInAll = (clause: KeptClause): boolean =>
  isInBoth(clause) && clause.base?.parentId === clause.parentId;

/** Whether both sides have one clause before another. */
const isAgreed = (first: KeptClause, last: KeptClause): boolean =>
  isInBoth(first) &&
  isInBoth(last) &&
  SIDES.every((side) => (first[side]?.ordinal ?? 0) < (last[side]?.ordinal ?? 0));

/** A clause numbered by hand competes for its number as if the side had put it there. */
function competeFor(sibling: Sibling): void {
  if (sibling.numberedBy) sibling.sides = [sibling.numberedBy];
  sibling.numberedBy = null;
}
