/**
 * Moves in the outline of a draft: insert, delete, up, down, in and out, always with what is below a clause. Each gives
 * new clauses with their numbers, or null where there is nothing to move to. Pure.
 */
import { placeClauses } from '../../../../shared/revisioning/outline/place-clauses.ts';
import type { DraftClause } from './draft-clause.ts';

type Clauses = readonly DraftClause[];

/** The place behind the last clause below that at `at`. */
export function endOf(clauses: Clauses, at: number): number {
  const depth = clauses[at]?.depth ?? 0;
  let end = at + 1;
  while (end < clauses.length && (clauses[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/** The place of the clause above one in the tree; -1 at the top level. */
function parentAt(clauses: Clauses, at: number): number {
  const depth = clauses[at]?.depth ?? 0;
  let place = at - 1;
  while (place >= 0 && (clauses[place]?.depth ?? 0) >= depth) place -= 1;
  return place;
}

/** The place of the one before it below the same clause; null for the first. */
function previousSibling(clauses: Clauses, at: number): number | null {
  const depth = clauses[at]?.depth ?? 0;
  for (let place = at - 1; place >= 0; place -= 1) {
    const other = clauses[place]?.depth ?? 0;
    if (other === depth) return place;
    if (other < depth) return null;
  }
  return null;
}

export function moveUp(clauses: Clauses, at: number): DraftClause[] | null {
  const before = previousSibling(clauses, at);
  return before === null ? null : exchange(clauses, before, at, endOf(clauses, at));
}

export function moveDown(clauses: Clauses, at: number): DraftClause[] | null {
  const next = endOf(clauses, at);
  return clauses[next]?.depth === clauses[at]?.depth
    ? exchange(clauses, at, next, endOf(clauses, next))
    : null;
}

/** Exchanges two neighbours with what is below them. */
const exchange = (clauses: Clauses, first: number, second: number, end: number): DraftClause[] => [
  ...clauses.slice(0, first),
  ...clauses.slice(second, end),
  ...clauses.slice(first, second),
  ...clauses.slice(end),
];

/** Puts it below the one before it, as its last. */
export function moveIn(clauses: Clauses, at: number): DraftClause[] | null {
  if (previousSibling(clauses, at) === null) return null;
  const end = endOf(clauses, at);
  return [...clauses.slice(0, at), ...deeper(clauses.slice(at, end), 1), ...clauses.slice(end)];
}

/** Puts it behind the one that it is below. */
export function moveOut(clauses: Clauses, at: number): DraftClause[] | null {
  const parent = parentAt(clauses, at);
  if (parent < 0) return null;
  const [end, parentEnd] = [endOf(clauses, at), endOf(clauses, parent)];
  return [
    ...clauses.slice(0, at),
    ...clauses.slice(end, parentEnd),
    ...deeper(clauses.slice(at, end), -1),
    ...clauses.slice(parentEnd),
  ];
}

const deeper = (clauses: Clauses, by: number): DraftClause[] =>
  clauses.map((clause) => ({ ...clause, depth: clause.depth + by }));

/** Without a clause and what is below it. */
export const remove = (clauses: Clauses, at: number): DraftClause[] => [
  ...clauses.slice(0, at),
  ...clauses.slice(endOf(clauses, at)),
];

/** A new clause behind one, or as the first below it. @param at -1: as the first of all */
export function insert(clauses: Clauses, at: number, isBelow: boolean, key: string): DraftClause[] {
  const place = at < 0 ? 0 : isBelow ? at + 1 : endOf(clauses, at);
  const neighbour = clauses[at];
  const clause: DraftClause = {
    key,
    id: null,
    depth: (neighbour?.depth ?? 1) + (isBelow && neighbour ? 1 : 0),
    address: '',
    was: null,
    kind: neighbour && !isBelow ? neighbour.kind : neighbour ? 'clause' : 'section',
    label: '',
    heading: '',
    text: '',
    fields: [],
    seal: null,
  };
  return [...clauses.slice(0, place), clause, ...clauses.slice(place)];
}

/** The clauses with the numbers of their places; those whose number stays are the same objects. */
export function renumber(
  clauses: Clauses,
  before: readonly { id: number; address: string }[],
): DraftClause[] {
  const addresses = placeClauses(clauses, before, { exchanges: true });
  return clauses.map((clause, at) => {
    const address = addresses[at] ?? '';
    return address === clause.address ? clause : { ...clause, address };
  });
}
