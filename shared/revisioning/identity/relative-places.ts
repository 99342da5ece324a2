/**
 * Computes the place of a clause among its siblings, counted from the last clause before it that two outlines have in
 * common. Whoever inserts a clause renumbers those after it, so two people who put a clause at one place may give it
 * different numbers.
 */
import type { ClauseIndex } from '../outline/clause.ts';

/**
 * The place of each clause among its siblings, as a key: the last one before it that both outlines have there, and how
 * far its number is beyond that, less the clauses between them. Example: if 2 becomes 4 after two insertions, its place
 * is the same.
 * @param parents those under which places are asked for
 */
export function findRelativePlaces(
  own: ClauseIndex,
  other: ClauseIndex,
  parents: ReadonlySet<number | null>,
): Map<number, string> {
  const places = new Map<number, string>();
  const last = new Map<number | null, { id: number | null; number: number }>();
  for (const [id, { parentId, ordinal }] of own) {
    if (!parents.has(parentId)) continue;
    const before = last.get(parentId) ?? { id: null, number: 0 };
    places.set(id, `${before.id}+${ordinal - before.number}`);
    const isCommon = other.get(id)?.parentId === parentId;
    last.set(parentId, isCommon ? { id, number: ordinal } : { id: before.id, number: before.number + 1 });
  }
  return places;
}
