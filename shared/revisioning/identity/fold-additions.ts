/**
 * Recognises additions of both sides of a merge that are equal: such a clause or field gets one identity, that of
 * theirs. Without it, a save repeated after a lost response would conflict with itself.
 */
import { type Clause, type ClauseIndex, isSameWording, type MergeIndexes } from '../outline/clause.ts';
import { type Element, type Field, fieldKey, type Outline, replaceElementIds } from '../outline/outline.ts';
import { findRelativePlaces } from './relative-places.ts';

/**
 * `mine` with the identities of theirs for each clause that both added at one place in the same words, and
 * for each field that both added to one clause under one label; `mine` itself when there is none. Clauses in
 * other words remain two identities at one address, a conflict. The indexes are those of the three outlines.
 */
export function foldEqualAdditions(
  outlines: { base: Outline; theirs: Outline; mine: Outline },
  indexes: MergeIndexes,
): Outline {
  const { base, theirs, mine } = outlines;
  const ids = findEqualElements(indexes);
  const renamed =
    ids.size === 0
      ? mine
      : {
          elements: replaceElementIds(mine.elements, ids),
          fields: replaceElementIds(mine.fields, ids),
        };
  const fields = foldEqualFields(base.fields, theirs.fields, renamed.fields);
  return fields === renamed.fields ? renamed : { elements: renamed.elements, fields: [...fields] };
}

/**
 * `mine` with the identities of theirs for fields that both added to one clause under one label; else `mine`
 * itself.
 */
export function foldEqualFields(
  base: readonly Field[],
  theirs: readonly Field[],
  mine: readonly Field[],
): readonly Field[] {
  const known = new Set(base.map((field) => field.field_id));
  const theirNew = theirs.filter((field) => !known.has(field.field_id));
  const myNew = mine.filter((field) => !known.has(field.field_id));
  if (theirNew.length === 0 || myNew.length === 0) return mine;
  const added = new Map(theirNew.map((field) => [fieldKey(field.element_id, field.label), field.field_id]));
  const ids = new Map(
    myNew.map((field) => [field.field_id, added.get(fieldKey(field.element_id, field.label))]),
  );
  return mine.map((field) => {
    const field_id = ids.get(field.field_id);
    return field_id === undefined || field_id === field.field_id ? field : { ...field, field_id };
  });
}

/**
 * My identity → their identity of the same addition, under one number or at one place apart from what else each side
 * did. Outline order, so that a parent is known before its children.
 */
function findEqualElements({ base, theirs, mine }: MergeIndexes): Map<number, number> {
  const same = new Map<number, number>();
  const [theirNew, myNew] = [findAdditions(theirs, base, mine), findAdditions(mine, base, theirs)];
  if (theirNew.size === 0 || myNew.size === 0) return same;
  const theirPlaces = findRelativePlaces(theirs, mine, parentsOf(theirNew));
  const myPlaces = findRelativePlaces(mine, theirs, parentsOf(myNew));
  const keysOf = ({ element, ordinal }: Clause, parentId: number | null, place: string | undefined) =>
    [ordinal, place].map((at) =>
      [parentId, at, element.label, element.toc_content, element.content].join('\n'),
    );
  const added = new Map<string, Element[]>();
  for (const [id, clause] of theirNew) {
    for (const key of keysOf(clause, clause.parentId, theirPlaces.get(id))) {
      const elements = added.get(key);
      if (elements === undefined) added.set(key, [clause.element]);
      else elements.push(clause.element);
    }
  }
  const used = new Set<Element>();
  for (const [id, clause] of myNew) {
    const parentId = clause.parentId === null ? null : (same.get(clause.parentId) ?? clause.parentId);
    for (const key of keysOf(clause, parentId, myPlaces.get(id))) {
      const other = added
        .get(key)
        ?.find((element) => !used.has(element) && isSameWording(element, clause.element));
      if (other === undefined) continue;
      used.add(other);
      same.set(id, other.element_id);
      break;
    }
  }
  return same;
}

/** The clauses that one side alone has. */
function findAdditions(side: ClauseIndex, base: ClauseIndex, other: ClauseIndex): Map<number, Clause> {
  const additions = new Map<number, Clause>();
  for (const [id, clause] of side) if (!base.has(id) && !other.has(id)) additions.set(id, clause);
  return additions;
}

const parentsOf = (clauses: ReadonlyMap<number, Clause>): Set<number | null> =>
  new Set(Array.from(clauses.values(), ({ parentId }) => parentId));
