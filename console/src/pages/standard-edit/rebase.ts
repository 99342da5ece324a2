/**
 * Moves a draft to another working copy than the one that it was read from, by the merge that the service does too;
 * gives the conflicts that have to be decided first. Pure.
 */
import type { Side } from '../../../../shared/revisioning/merge/decide-axis.ts';
import { mergeOutlines } from '../../../../shared/revisioning/merge/merge-outline.ts';
import { depthOf } from '../../../../shared/revisioning/outline/address.ts';
import { readFieldValue } from '../../../../shared/revisioning/outline/field-value.ts';
import { type Field, labelMember, type Outline } from '../../../../shared/revisioning/outline/outline.ts';
import {
  type DraftClause,
  type DraftField,
  keyOfStored,
  toDraftClauses,
  type WorkingCopy,
} from './draft-clause.ts';
import { conflictsOfMerge, type DraftConflict } from './draft-conflicts.ts';

interface DraftSides {
  /** What was read, and what became of it here. */
  base: readonly DraftClause[];
  mine: readonly DraftClause[];
  /** What the service has now. */
  theirs: WorkingCopy;
  /** Which side counts for a clause that both changed. */
  choices?: ReadonlyMap<number, Side>;
}

/** The draft on what the service has now; or what has to be chosen first. */
export function rebase({
  base,
  mine,
  theirs,
  choices = new Map(),
}: DraftSides): { clauses: DraftClause[]; conflicts: null } | { clauses: null; conflicts: DraftConflict[] } {
  const now = toDraftClauses(theirs);
  const merge = mergeOutlines({
    base: toOutline(base),
    theirs: toOutline(now),
    mine: toOutline(mine),
    resolutions: choices,
  });
  return merge.outline
    ? { clauses: toClauses(merge.outline, mine, now), conflicts: null }
    : { clauses: null, conflicts: conflictsOfMerge(merge) };
}

/** New clauses and fields have identities below zero, by their places. */
function toOutline(clauses: readonly DraftClause[]): Outline {
  let fresh = 0;
  const idOf = (clause: DraftClause, at: number): number => clause.id ?? -1 - at;
  return {
    elements: clauses.map((clause, at) => ({
      element_id: idOf(clause, at),
      address: clause.address,
      kind: clause.kind,
      toc_content: clause.heading,
      content: clause.text,
      ...labelMember(clause.label),
    })),
    fields: clauses.flatMap((clause, at) =>
      clause.fields.map(({ key: _, id, default_value, ...field }): Field => {
        fresh -= 1;
        return {
          ...field,
          default_value: readFieldValue(default_value) ?? null,
          field_id: id ?? fresh,
          element_id: idOf(clause, at),
        };
      }),
    ),
  };
}

function toClauses(
  { elements, fields }: Outline,
  mine: readonly DraftClause[],
  now: readonly DraftClause[],
): DraftClause[] {
  const stored = new Map(now.map((clause) => [clause.key, clause]));
  const fieldsOf = Map.groupBy(fields, ({ element_id }) => element_id);
  return elements.map(({ element_id, address, kind, toc_content, content, label = '' }): DraftClause => {
    const fresh = element_id < 0 ? mine[-1 - element_id] : undefined;
    const key = fresh?.key ?? keyOfStored(element_id);
    const before = stored.get(key);
    const clause: DraftClause = {
      key,
      id: element_id < 0 ? null : element_id,
      depth: depthOf(address),
      address,
      was: address,
      kind,
      label,
      heading: toc_content,
      text: content,
      fields: (fieldsOf.get(element_id) ?? []).map(toDraftField),
      seal: before?.seal ?? null,
    };
    // What is as it is saved is the same object, so that it counts as unchanged.
    return before && JSON.stringify(before) === JSON.stringify({ ...clause, was: before.was })
      ? before
      : clause;
  });
}

const toDraftField = ({ field_id, element_id, ...field }: Field): DraftField => ({
  ...field,
  id: field_id < 0 ? null : field_id,
  key: `f${field_id}`,
});
