/** Who changed which clause since the working copy was opened (R-042, S26: `editedBy`, `editedAt`). Pure. */
import type { Person } from '../../../shared/kernel/service/call.ts';
import { indexClauses, isSamePlace, isSameWording } from '../../../shared/revisioning/clause.ts';
import { findTouchedClauses } from '../../../shared/revisioning/merge-changes.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';

/** The clauses whose last change was one save. */
export interface ClauseEdit {
  by: Person;
  at: string;
  /** The version of the working copy that save made. */
  number: number;
  element_ids: number[];
}

/** The clauses that differ between two outlines in wording, place or fields, or are in one of them only. */
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
  /** As the working copy was opened. */
  opened: Outline;
  before: Outline;
  after: Outline;
  edits: readonly ClauseEdit[];
  by: Person;
  at: string;
  /** The version that is being made. */
  number: number;
  /** Deletions made by older versions are forgotten: nothing that is kept can be compared with them. */
  forgetBefore: number;
}

/**
 * The edits after a save. A clause that is again as it was when the working copy was opened has none; a deleted one keeps
 * its own while a version that had it is kept, so that a conflict can say who deleted it.
 */
export function recordClauseEdits({ opened, before, after, edits, by, at, number, forgetBefore }: EditInput): ClauseEdit[] {
  const changedNow = findChangedClauses(before, after);
  const changedAtAll = findChangedClauses(opened, after);
  const present = new Set(after.elements.map(({ element_id }) => element_id));
  const kept = edits.flatMap((edit) => {
    const element_ids = edit.element_ids.filter(
      (id) => !changedNow.has(id) && (present.has(id) ? changedAtAll.has(id) : edit.number >= forgetBefore),
    );
    return element_ids.length === 0 ? [] : [{ ...edit, element_ids }];
  });
  const element_ids = [...changedNow].filter((id) => !present.has(id) || changedAtAll.has(id));
  return element_ids.length === 0 ? kept : [...kept, { by, at, number, element_ids }];
}

/** The last edit of each clause. */
export const editsByClause = (edits: readonly ClauseEdit[]): ReadonlyMap<number, ClauseEdit> =>
  new Map(edits.flatMap((edit) => edit.element_ids.map((id) => [id, edit] as const)));
