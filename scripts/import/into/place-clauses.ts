/**
 * Gives the clauses of a Word file that came back their addresses, in the order of the file. A clause keeps its
 * number wherever the order allows it: where one was deleted a number is left out, and one that is inserted moves
 * those behind it up to the next free number. Pure.
 */
import { childOf, ordinalOf, parentOf } from '../../../shared/revisioning/outline/address.ts';
import { findChanges } from '../../../shared/text/line-changes.ts';

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

/** @param before identities and addresses in the standard, in its order @returns the address of each clause */
export function placeClauses(
  clauses: readonly Placed[],
  before: readonly { id: number; address: string }[],
): string[] {
  const siblings = Map.groupBy(before, ({ address }) => parentOf(address) ?? '');
  const addresses: string[] = [];
  const place = (branches: readonly Branch[], parent: string | null, parentWas: string | null): void => {
    const old = parentWas === null ? [] : (siblings.get(parentWas) ?? []);
    const keys = branches.map(({ clause, index }) => String(clause.id ?? `new ${index}`));
    const wanted: (number | null)[] = branches.map(({ clause: { was } }) =>
      was !== null && (parentOf(was) ?? '') === parentWas ? ordinalOf(was) : null,
    );
    // Of clauses in another order those that moved get new numbers.
    const { changes } = findChanges(
      old.map(({ id }) => String(id)),
      keys,
    );
    for (const { b, bEnd } of changes) wanted.fill(null, b, bEnd);
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
