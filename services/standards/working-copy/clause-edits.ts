/**
 * Finds who last edited each clause of a working copy since it was opened (`editedBy`), and which clauses differ
 * between two outlines. Pure.
 */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { findTouchedClauses } from '../../../shared/revisioning/merge/merge-changes.ts';
import { indexClauses, isSamePlace, isSameWording } from '../../../shared/revisioning/outline/clause.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';

/** One save, with the clauses of which it is the last edit. */
export interface ClauseEdit {
  by: Person;
  at: string;
  /** Number of the version that the save created. */
  number: number;
  element_ids: number[];
}

/** The clauses that differ between two outlines in wording, place or fields, or exist in one of them only. */
export function findChangedClauses(from: Outline, to: Outline): Set<number> {
  const differing = findTouchedClauses(from.fields, to.fields);
  const [before, after] = [indexClauses(from), indexClauses(to)];
  for (const [id, clause] of after) {
    const old = before.get(id);
    if (!old || !isSameWording(old.element, clause.element) || !isSamePlace(old, clause)) differing.add(id);
  }
  for (const id of before.keys()) if (!after.has(id)) differing.add(id);
  return differing;
}

interface EditInput {
  /** The initial outline of the working copy. */
  initial: Outline;
  before: Outline;
  after: Outline;
  edits: readonly ClauseEdit[];
  by: Person;
  at: string;
  /** Number of the new version. */
  number: number;
  /** Deletions before this version are dropped: no stored version can be compared with them. */
  oldestStoredVersion: number;
}

/**
 * The edits after a save. A clause restored to its initial state has none. A deleted clause keeps its edit as
 * long as a version with the clause is stored, so that a conflict can name who deleted it.
 */
export function recordClauseEdits({
  initial,
  before,
  after,
  edits,
  by,
  at,
  number,
  oldestStoredVersion,
}: EditInput): ClauseEdit[] {
  const changedNow = findChangedClauses(before, after);
  const changedSinceOpened = findChangedClauses(initial, after);
  const present = new Set(after.elements.map(({ element_id }) => element_id));
  const previous = edits.flatMap((edit) => {
    const element_ids = edit.element_ids.filter(
      (id) =>
        !changedNow.has(id) &&
        (present.has(id) ? changedSinceOpened.has(id) : edit.number >= oldestStoredVersion),
    );
    return element_ids.length === 0 ? [] : [{ ...edit, element_ids }];
  });
  const element_ids = [...changedNow].filter((id) => !present.has(id) || changedSinceOpened.has(id));
  return element_ids.length === 0 ? previous : [...previous, { by, at, number, element_ids }];
}

/** The last edit of each clause. */
export const editsByClause = (edits: readonly ClauseEdit[]): ReadonlyMap<number, ClauseEdit> =>
  new Map(edits.flatMap((edit) => edit.element_ids.map((id) => [id, edit] as const)));
