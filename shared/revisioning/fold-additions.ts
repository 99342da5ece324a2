/**
 * Additions that both sides made alike. A save that is sent again after its answer was lost brings every new clause a second
 * time under fresh ids; without this the clause would collide with itself. Source: architecture §3 "nothing doubled";
 * decisions D6 (a field is its clause and label).
 */
import { type Clause, isSameWording, type Situation, situate } from './clause.ts';
import type { Field, Outline } from './outline.ts';

/**
 * `mine` with the identities of theirs for each clause that both added at one place in the same words, and for each field
 * that both added to one clause under one label. Clauses in other words stay two identities at one address, a conflict.
 */
export function foldEqualAdditions(base: Outline, theirs: Outline, mine: Outline): Outline {
  const elementIds = findEqualElements(situate(base), situate(theirs), situate(mine));
  const fieldIds = findEqualFields(base.fields, theirs.fields, mine.fields, elementIds);
  if (elementIds.size === 0 && fieldIds.size === 0) return mine;
  return {
    elements: mine.elements.map((element) => {
      const element_id = elementIds.get(element.element_id);
      return element_id === undefined ? element : { ...element, element_id };
    }),
    fields: mine.fields.map((field) => ({
      ...field,
      field_id: fieldIds.get(field.field_id) ?? field.field_id,
      element_id: elementIds.get(field.element_id) ?? field.element_id,
    })),
  };
}

/** My identity → their identity of the same addition. Outline order, so that a parent is known before its children. */
function findEqualElements(base: Situation, theirs: Situation, mine: Situation): Map<number, number> {
  const added = new Map<string, Clause>();
  for (const [id, clause] of theirs) if (!base.has(id) && !mine.has(id)) added.set(placeOf(clause.parentId, clause), clause);
  const same = new Map<number, number>();
  if (added.size === 0) return same;
  for (const [id, clause] of mine) {
    if (base.has(id) || theirs.has(id)) continue;
    const parentId = clause.parentId === null ? null : (same.get(clause.parentId) ?? clause.parentId);
    const other = added.get(placeOf(parentId, clause));
    if (other !== undefined && isSameWording(other, clause)) same.set(id, other.element.element_id);
  }
  return same;
}

function placeOf(parentId: number | null, clause: Clause): string {
  return `${parentId}/${clause.ordinal}`;
}

function findEqualFields(
  base: readonly Field[],
  theirs: readonly Field[],
  mine: readonly Field[],
  elementIds: ReadonlyMap<number, number>,
): Map<number, number> {
  const inBase = new Set(base.map((field) => field.field_id));
  const inTheirs = new Set(theirs.map((field) => field.field_id));
  const inMine = new Set(mine.map((field) => field.field_id));
  const added = new Map<string, number>();
  for (const { field_id, element_id, label } of theirs) {
    if (!inBase.has(field_id) && !inMine.has(field_id)) added.set(`${element_id} ${label}`, field_id);
  }
  const same = new Map<number, number>();
  for (const { field_id, element_id, label } of mine) {
    if (inBase.has(field_id) || inTheirs.has(field_id)) continue;
    const other = added.get(`${elementIds.get(element_id) ?? element_id} ${label}`);
    if (other !== undefined) same.set(field_id, other);
  }
  return same;
}
