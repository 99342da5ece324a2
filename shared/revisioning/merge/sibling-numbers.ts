/**
 * Numbers the siblings of a merge once they are in one order (`siblings.ts`). A clause that both sides put there
 * keeps a number that neither changed, gets the one that a side gave it, or else moves by what both sides inserted or
 * removed before it. A clause that one side put there keeps its distance from the clause before it. Where the order
 * does not allow that number, the next one is taken. A clause that lost its number to another gets the next free one
 * after it.
 */
import { nextFreeOrdinal } from '../outline/address.ts';
import type { Side } from './decide-axis.ts';
import type { KeptClause } from './merge-state.ts';

/** A clause among its siblings. */
export interface Sibling {
  clause: KeptClause;
  /** The sides that put it where it is. */
  sides: readonly Side[];
  /** Its number in base, where neither side moved it. */
  base: number | undefined;
  /** The side that gave it its number by hand, where neither side moved it. */
  numberedBy: Side | null;
  /** The one of the other side that gets the number at which both are. */
  winner: Sibling | null;
}

/** A clause that both sides put there, by its numbers in the result and in each outline. */
interface Mark {
  number: number;
  theirs: number;
  mine: number;
  base: number | undefined;
}

/** What distances are counted from: the last clause of both sides, and the last one after it with a number by hand. */
export interface Reference extends Mark {
  byHand: Mark | null;
}

export const START: Reference = { number: 0, theirs: 0, mine: 0, base: 0, byHand: null };

export const isShared = ({ sides }: Sibling): boolean => sides.length > 1;

export const ownNumber = ({ clause }: Sibling, side: Side): number => clause[side]?.ordinal ?? clause.ordinal;

/** Whether both sides have a clause under the parent that it has now. */
export const isInBoth = ({ theirs, mine, parentId }: KeptClause): boolean =>
  theirs?.parentId === parentId && mine?.parentId === parentId;

/** The number of a clause that keeps its distance from the last clause of both sides. */
export const countFromLast = (reference: Reference, sibling: Sibling, side: Side): number =>
  reference.number + ownNumber(sibling, side) - reference[side];

/** The same, but from the clause that was numbered by hand where it would come before that. */
export function countFrom(reference: Reference, sibling: Sibling, side: Side): number {
  const number = countFromLast(reference, sibling, side);
  const { byHand } = reference;
  return byHand && number < byHand.number ? byHand.number + ownNumber(sibling, side) - byHand[side] : number;
}

/** The reference after a clause of both sides. */
export function referenceBehind(
  before: Reference,
  sibling: Sibling,
  number: number,
  isByHand = sibling.numberedBy !== null,
): Reference {
  const [theirs, mine] = [ownNumber(sibling, 'theirs'), ownNumber(sibling, 'mine')];
  const mark = { number, theirs, mine, base: sibling.base };
  return isByHand ? { ...before, byHand: mark } : { ...mark, byHand: null };
}

/** Numbers the clauses of one parent. @param order those of the result, in order */
export function numberSiblings(order: readonly Sibling[]): void {
  let reference = START;
  let last = 0;
  let between: Sibling[] = [];
  const targetOf = (sibling: Sibling) => countFrom(reference, sibling, sibling.sides[0] ?? 'theirs');
  /** @param limit the number before which all have to be */
  const placeBetween = (limit: number) => {
    const placed = between.filter((sibling) => !isDisplaced(sibling));
    for (const [at, sibling] of placed.entries()) {
      last = Math.max(last + 1, Math.min(targetOf(sibling), limit - (placed.length - at)));
      sibling.clause.ordinal = last;
    }
  };
  for (const sibling of order) {
    if (!isShared(sibling)) {
      between.push(sibling);
      continue;
    }
    let end = last;
    for (const one of between) end = Math.max(end + 1, isDisplaced(one) ? 0 : targetOf(one));
    const wanted = wantedNumber(sibling, reference, end + 1);
    const behind = sibling.clause.isPlaceChosen ? takeOverflow(between, sibling, wanted - last - 1) : [];
    placeBetween(isLimit(wanted - last - 1, between, sibling) ? wanted : Infinity);
    last = Math.max(last + 1, wanted);
    sibling.clause.ordinal = last;
    reference = referenceBehind(reference, sibling, last, sibling.numberedBy !== null && last === wanted);
    between = behind;
  }
  placeBetween(Infinity);
  const used = new Set(order.flatMap((one) => (isDisplaced(one) ? [] : [one.clause.ordinal])));
  for (const { clause, winner } of order.filter(isDisplaced)) {
    clause.ordinal = nextFreeOrdinal(winner?.clause.ordinal ?? 0, used);
    used.add(clause.ordinal);
  }
}

/** What one side alone has takes the next free number. Of two that both have, both sides agree on the order. */
const isDisplaced = ({ winner, clause }: Sibling): boolean => winner !== null && !isInBoth(clause);

/** A number that was chosen goes before the order of clauses that the other side put before it and that have no room. */
function takeOverflow(between: Sibling[], { numberedBy }: Sibling, room: number): Sibling[] {
  const own = between.findLastIndex(({ clause }) => clause[numberedBy ?? 'theirs'] !== undefined);
  return between.splice(Math.max(0, own + 1, room));
}

/** Whether clauses give up their distance for the number of the next one, rather than that its number. */
function isLimit(room: number, between: readonly Sibling[], { clause, numberedBy }: Sibling): boolean {
  if (clause.isPlaceChosen) return true;
  const isOpen = between.every(({ clause, winner }) => !clause.isPlaceChosen && winner === null);
  return numberedBy === null && isOpen && between.length <= room;
}

/**
 * The number of a clause that both sides put there, if the order allows it.
 * @param least the one with room for all clauses before it
 */
function wantedNumber(sibling: Sibling, reference: Reference, least: number): number {
  const { base, numberedBy } = sibling;
  const [theirs, mine] = [ownNumber(sibling, 'theirs'), ownNumber(sibling, 'mine')];
  if (numberedBy !== null) return numberedBy === 'theirs' ? theirs : mine;
  if (base === theirs || (theirs === mine && base === undefined)) return mine;
  if (base === mine) return theirs;
  const before = reference.byHand ?? reference;
  const [theirDistance, myDistance] = [theirs - before.theirs, mine - before.mine];
  const distance =
    theirDistance === myDistance || base === undefined || before.base === undefined
      ? Math.max(theirDistance, myDistance)
      : theirDistance + myDistance - (base - before.base);
  return Math.max(before.number + distance, least);
}
