/** Writes the instructions of an amendment that delete, move and renumber clauses. Pure. */
import { findMovedClauses } from '../compare/moved-clauses.ts';
import { childOf, isBelow, ordinalOf, parentOf } from '../outline/address.ts';
import { indexClauses } from '../outline/clause.ts';
import type { Element, Outline } from '../outline/outline.ts';
import type { Instruction } from './instructions.ts';

type Renumbering = Extract<Instruction, { action: 'renumber' }>;

/** Deletions, then moves and renumberings, each in the order of `from`. */
export function amendPlaces(from: Outline, to: Outline): Instruction[] {
  const after = new Map(to.elements.map(({ element_id, address }) => [element_id, address]));
  const moved = findMovedClauses(indexClauses(from), indexClauses(to));
  const places: Instruction[] = [];
  const goesTo = new Map<string, string>();
  const ranges = new Map<string | null, Renumbering>();
  for (const { element_id, address: clause } of from.elements) {
    const parent = parentOf(clause);
    // Where it goes with the clause above it, which may be deleted itself.
    const along = childOf(parent === null ? null : (goesTo.get(parent) ?? parent), ordinalOf(clause));
    const place = after.get(element_id) ?? along;
    goesTo.set(clause, place);
    if (place === along) continue;
    if (moved.has(element_id)) places.push({ action: 'move', clause, to: place });
    else if (!joinsRange(ranges.get(parent), clause, place)) {
      const range: Renumbering = { action: 'renumber', clause, last: null, to: place };
      ranges.set(parent, range);
      places.push(range);
    }
  }
  return [...deleteClauses(from.elements, after), ...places];
}

function deleteClauses(elements: readonly Element[], kept: ReadonlyMap<number, string>): Instruction[] {
  const instructions: Instruction[] = [];
  const staysBelow = new Set<string | null>();
  for (const { element_id, address } of elements.toReversed())
    if (kept.has(element_id) || staysBelow.has(address)) staysBelow.add(parentOf(address));
  let covered = '';
  for (const { element_id, address: clause } of elements) {
    if (kept.has(element_id) || isBelow(clause, covered)) continue;
    const below = !staysBelow.has(clause);
    instructions.push({ action: 'delete', clause, below });
    if (below) covered = clause;
  }
  return instructions;
}

/** Whether the clause continues this range of its siblings; then the range ends with it. */
function joinsRange(range: Renumbering | undefined, clause: string, to: string): boolean {
  if (!range) return false;
  const end = range.last ?? range.clause;
  const count = ordinalOf(end) - ordinalOf(range.clause) + 1;
  const joins =
    clause === childOf(parentOf(end), ordinalOf(end) + 1) &&
    to === childOf(parentOf(range.to), ordinalOf(range.to) + count);
  if (joins) range.last = clause;
  return joins;
}
