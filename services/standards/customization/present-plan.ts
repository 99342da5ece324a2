/**
 * Views of a merge plan, of its conflicts, and of one clause in it (also for the changelog), without the text
 * of withheld clauses. Pure.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type {
  clauseSide,
  standardCustomizationEndpoints,
} from '../../../shared/contracts/standards/customization.ts';
import type { MergeConflict, MergeSide } from '../../../shared/revisioning/merge/merge-conflicts.ts';
import type { MergeEntry } from '../../../shared/revisioning/merge/plan-merge.ts';
import { hashElement } from '../../../shared/revisioning/outline/content-hash.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import { type HeldClauses, isWithheld } from '../holds/held-clauses.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import { presentField, withNotice } from '../revision/present-clauses.ts';
import type { HeldSides, LoadedPlan } from './load-merge-plan.ts';

type ClauseSide = Infer<typeof clauseSide>;
type MergePlanView = ResultOf<(typeof standardCustomizationEndpoints)['standards.mergePlan']>;
type ConflictView = MergePlanView['conflicts'][number];
type EntryView = MergePlanView['autoResolved'][number];

/** The view for a standard that is not a customised copy. */
export const presentNoPlan = (standardId: number): MergePlanView => ({
  standard_id: standardId,
  isCustomized: false,
  planHash: null,
  baseRevision: null,
  fromRevision: null,
  toRevision: null,
  parent: null,
  conflicts: [],
  autoResolved: [],
  newElements: [],
  removedElements: [],
  summary: { conflicts: 0, autoResolved: 0, newElements: 0, removedElements: 0, moved: 0 },
  warnings: [],
});

/** A plan of the copy with this id. */
export function presentPlan(
  standardId: number,
  { source, revisions, held, plan, planHash }: LoadedPlan,
): MergePlanView {
  const { base, from, to } = revisions;
  return {
    standard_id: standardId,
    isCustomized: true,
    planHash,
    baseRevision: presentReference(base),
    fromRevision: presentReference(from),
    toRevision: presentReference(to),
    parent: { standard_id: source._id, name: source.name, libraryName: source.library_name },
    conflicts: plan.conflicts.map((conflict) => presentConflict(conflict, held)),
    autoResolved: plan.autoResolved.map((entry) => presentEntry(entry, held)),
    newElements: plan.newElements.map((entry) => presentEntry(entry, held)),
    removedElements: plan.removedElements.map((entry) => presentEntry(entry, held)),
    summary: plan.summary,
    // A warning would show the text of a withheld clause, or whose text it has.
    warnings: plan.warnings
      .filter(({ mentioned }) => !mentioned.some((id) => isWithheldInAny(id, held)))
      .map(({ mentioned: _, ...warning }) => warning),
  };
}

const presentReference = ({ _id, code }: StandardRevisionRecord) => ({ id: _id, code });

const isWithheldInAny = (elementId: number, { base, theirs, mine }: HeldSides): boolean =>
  [base, theirs, mine].some((side) => isWithheld(side, elementId));

/** A conflict with the three states of its clause or field. */
export function presentConflict(conflict: MergeConflict, held: HeldSides): ConflictView {
  const { conflictId, type, element_id, theirs_element_id, address, field_id, label } = conflict;
  return {
    conflictId,
    type,
    element_id,
    ...(theirs_element_id === null ? {} : { theirs_element_id }),
    address,
    ...(field_id === null ? {} : { field_id }),
    ...(label === null ? {} : { label }),
    // The axes would show which part of a withheld clause changed.
    axes: isWithheldInAny(element_id, held) ? [] : conflict.axes,
    canCombine: conflict.canCombine,
    base: presentSide(conflict.base, held.base),
    theirs: presentSide(conflict.theirs, held.theirs),
    mine: presentSide(conflict.mine, held.mine),
  };
}

const presentEntry = (entry: MergeEntry, held: HeldSides): EntryView => ({
  element_id: entry.element_id,
  address: entry.address,
  ...(entry.previous_address === null ? {} : { previous_address: entry.previous_address }),
  theirs: presentSide(entry.theirs, held.theirs),
  mine: presentSide(entry.mine, held.mine),
  movedItself: entry.movedItself,
});

function presentSide(side: MergeSide | null, held: HeldClauses): ClauseSide | null {
  if (side === null) return null;
  const { element, field } = side;
  return {
    ...presentClauseSide(element, held),
    ...(field === null ? {} : { field: presentField(field, element.address) }),
  };
}

/** A clause with its text and the notice on it; without text and hash where it is withheld. */
export function presentClauseSide(element: MergeSide['element'], held: HeldClauses): ClauseSide {
  const { address, content, toc_content, label, element_id } = element;
  const hash = isWithheld(held, element_id) ? null : hashElement(element);
  return withNotice({ address, content, toc_content, ...labelMember(label), hash }, held.get(element_id));
}
