/**
 * The conflicts of a merge plan: those of the outline merge, named and paired as people settle them. Source:
 * decisions S8, S18.
 */
import { compareAddresses } from './address.ts';
import type { Clause, ClauseIndex } from './clause.ts';
import type { FieldConflict, OutlineConflict, OutlineMerge } from './merge-outline.ts';
import type { Element, Field } from './outline.ts';

export const MERGE_CONFLICT_TYPES = [
  'both_changed',
  'changed_deleted',
  'deleted_changed',
  'identity_replaced',
  'field_changed',
  'address_taken',
] as const;
export type MergeConflictType = (typeof MERGE_CONFLICT_TYPES)[number];

/** A clause on one side; in a conflict about a field with that field. */
export interface MergeSide {
  element: Element;
  field: Field | null;
}

export interface MergeConflict {
  /** Made of type and identities, so that it is the same in every plan that has the conflict. */
  conflictId: string;
  type: MergeConflictType;
  /** The clause of the copy, else that of the source. */
  element_id: number;
  /** The clause of the source where it is another one: `identity_replaced` and `address_taken`. */
  theirs_element_id: number | null;
  /** In the copy, else in the source, else in the base. */
  address: string;
  /** Of a conflict about a field. */
  field_id: number | null;
  label: string | null;
  base: MergeSide | null;
  theirs: MergeSide | null;
  mine: MergeSide | null;
  /** Whether `combine` can settle it. */
  canCombine: boolean;
}

/** The clauses of the three outlines; those of mine after the folding of equal additions. */
export interface MergeSituations {
  base: ClauseIndex;
  theirs: ClauseIndex;
  mine: ClauseIndex;
}

/** The conflicts of an outline merge in the order of their addresses; a broken limit is none of them. */
export function nameConflicts(
  { conflicts, fieldConflicts, exceedsLimits }: OutlineMerge,
  situations: MergeSituations,
): MergeConflict[] {
  const named = new Map<string, MergeConflict>();
  const add = (conflict: MergeConflict) => {
    if (!named.has(conflict.conflictId)) named.set(conflict.conflictId, conflict);
  };
  for (const conflict of nameClauseConflicts(exceedsLimits ? [] : conflicts, situations)) add(conflict);
  for (const conflict of fieldConflicts) add(nameFieldConflict(conflict, situations));
  return [...named.values()].sort(
    (a, b) => compareAddresses(a.address, b.address) || (a.conflictId < b.conflictId ? -1 : 1),
  );
}

function nameClauseConflicts(
  conflicts: readonly OutlineConflict[],
  situations: MergeSituations,
): MergeConflict[] {
  const myIds = new Map(
    [...situations.mine.values()].map(({ element }) => [element.address, element.element_id]),
  );
  const idOf = ({ element_id, mineAddress }: OutlineConflict): number =>
    element_id ?? myIds.get(mineAddress ?? '') ?? 0;
  const replacements = findReplacements(situations);
  // Two clauses at one address are reported one after the other, that of theirs first.
  let rival: number | null = null;
  return conflicts.flatMap((conflict) => {
    const id = idOf(conflict);
    if (conflict.reason === 'address_taken') {
      const theirs = rival;
      rival = theirs === null ? id : null;
      return theirs === null ? [] : [clauseConflict('address_taken', id, theirs, situations)];
    }
    const type = typeOf(conflict, id, situations);
    const replacement = type === 'deleted_changed' ? replacements(id) : null;
    return [clauseConflict(replacement === null ? type : 'identity_replaced', id, replacement, situations)];
  });
}

/** A conflict of the tree is named by what each side did to the clause. */
function typeOf(
  { reason }: OutlineConflict,
  id: number,
  { theirs, mine }: MergeSituations,
): 'both_changed' | 'changed_deleted' | 'deleted_changed' {
  if (reason === 'changed_deleted' || reason === 'deleted_changed') return reason;
  if (reason !== 'outline' || (theirs.has(id) && mine.has(id))) return 'both_changed';
  return theirs.has(id) ? 'changed_deleted' : 'deleted_changed';
}

/** The new clause with which theirs replaced one of mine: at its address, or at its place in the tree. */
function findReplacements({ base, theirs, mine }: MergeSituations): (id: number) => number | null {
  const added = new Map<string, number>();
  for (const [id, clause] of theirs) {
    if (base.has(id) || mine.has(id)) continue;
    added.set(clause.element.address, id);
    added.set(placeOf(clause), id);
  }
  const used = new Set<number>();
  return (id) => {
    const clause = mine.get(id);
    if (clause === undefined || !base.has(id)) return null;
    const found = added.get(clause.element.address) ?? added.get(placeOf(clause));
    if (found === undefined || used.has(found)) return null;
    used.add(found);
    return found;
  };
}

const placeOf = ({ parentId, ordinal }: Clause): string => `${parentId ?? ''}/${ordinal}`;

function clauseConflict(
  type: MergeConflictType,
  id: number,
  theirsId: number | null,
  { base, theirs, mine }: MergeSituations,
): MergeConflict {
  const sideOf = (index: ClauseIndex, elementId: number): MergeSide | null => {
    const clause = index.get(elementId);
    return clause === undefined ? null : { element: clause.element, field: null };
  };
  const sides = { base: sideOf(base, id), theirs: sideOf(theirs, theirsId ?? id), mine: sideOf(mine, id) };
  // Joining two clauses ends one of them, which must not be one that both sides know.
  const areBothNew = theirsId !== null && !base.has(theirsId) && !mine.has(theirsId) && !theirs.has(id);
  return {
    conflictId: [type, id, ...(theirsId === null ? [] : [theirsId])].join(':'),
    type,
    element_id: id,
    theirs_element_id: theirsId,
    address: (sides.mine ?? sides.theirs ?? sides.base)?.element.address ?? '',
    field_id: null,
    label: null,
    ...sides,
    canCombine: sides.theirs !== null && sides.mine !== null && (theirsId === null || areBothNew),
  };
}

function nameFieldConflict(
  { element_id, label, base, theirs, mine }: FieldConflict,
  situations: MergeSituations,
): MergeConflict {
  const sideOf = (index: ClauseIndex, field: Field | null): MergeSide | null => {
    const element = field && index.get(field.element_id)?.element;
    return element ? { element, field } : null;
  };
  const sides = {
    base: sideOf(situations.base, base),
    theirs: sideOf(situations.theirs, theirs),
    mine: sideOf(situations.mine, mine),
  };
  const field_id = (mine ?? theirs ?? base)?.field_id ?? 0;
  return {
    conflictId: ['field_changed', element_id, field_id].join(':'),
    type: 'field_changed',
    element_id,
    theirs_element_id: null,
    address: (sides.mine ?? sides.theirs ?? sides.base)?.element.address ?? '',
    field_id,
    label,
    ...sides,
    canCombine: sides.theirs !== null && sides.mine !== null && theirs?.field_id === mine?.field_id,
  };
}
