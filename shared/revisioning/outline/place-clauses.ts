/**
 * Addresses of clauses that somebody put in another order, as in a Word file that came back or in the editor of the
 * console. A clause keeps its number wherever the order allows it: where one was deleted a number is left out, and one
 * that is inserted moves those behind it up to the next free number. Pure.
 */

import { findChanges } from '../../text/list-changes.ts';
import { childOf, ordinalOf, parentOf } from './address.ts';

/** A clause in its order; `was` is its address in the standard, null for a new one. */
export interface Placed {
  id: number | null;
  depth: number;
  was: string | null;
}

interface Branch {
  clause: Placed;
  index: number;
  children: Branch[];
}

interface PlaceOptions {
  /** Clauses in another order share out their numbers; otherwise those that moved get new ones. */
  exchanges?: boolean;
}

/** @param before identities and addresses in the standard, in its order @returns the address of each clause */
export function placeClauses(
  clauses: readonly Placed[],
  before: readonly { id: number; address: string }[],
  { exchanges = false }: PlaceOptions = {},
): string[] {
  const siblings = Map.groupBy(before, ({ address }) => parentOf(address) ?? '');
  const addresses: string[] = [];
  const place = (branches: readonly Branch[], parent: string | null, parentWas: string | null): void => {
    const old = parentWas === null ? [] : (siblings.get(parentWas) ?? []);
    const numbers: (number | null)[] = branches.map(({ clause: { was } }) =>
      was !== null && (parentOf(was) ?? '') === parentWas ? ordinalOf(was) : null,
    );
    const wanted = exchanges ? inOrder(numbers) : withoutMoved(numbers, branches, old);
    let last = 0;
    for (const [at, { clause, index, children }] of branches.entries()) {
      last = Math.max(last + 1, wanted[at] ?? 0);
      const address = childOf(parent, last);
      addresses[index] = address;
      place(children, address, clause.was);
    }
  };
  place(toTree(clauses), null, '');
  return addresses;
}

/** The same numbers, in order. */
function inOrder(numbers: readonly (number | null)[]): (number | null)[] {
  const ordered = numbers.filter((number) => number !== null).sort((a, b) => a - b);
  let at = 0;
  return numbers.map((number) => (number === null ? null : (ordered[at++] ?? null)));
}

function withoutMoved(
  numbers: readonly (number | null)[],
  branches: readonly Branch[],
  old: readonly { id: number }[],
): (number | null)[] {
  const kept = [...numbers];
  const { changes } = findChanges(
    old.map(({ id }) => String(id)),
    branches.map(({ clause, index }) => String(clause.id ?? `new ${index}`)),
  );
  for (const { b, bEnd } of changes) kept.fill(null, b, bEnd);
  return kept;
}

function toTree(clauses: readonly Placed[]): Branch[] {
  const roots: Branch[] = [];
  const open: Branch[] = [];
  for (const [index, clause] of clauses.entries()) {
    const branch: Branch = { clause, index, children: [] };
    while (open.length > 0 && (open.at(-1)?.clause.depth ?? 0) >= clause.depth) open.pop();
    (open.at(-1)?.children ?? roots).push(branch);
    open.push(branch);
  }
  return roots;
}
