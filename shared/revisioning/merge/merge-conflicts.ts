/**
 * Conflicts of a merge plan: those of the outline merge with stable ids, types, both sides, and whether
 * they can be combined.
 */
import { compareAddresses } from '../outline/address.ts';
import {
  type ClauseAxis,
  type ClauseIndex,
  isSameField,
  type MergeIndexes,
  placeKey,
} from '../outline/clause.ts';
import type { Element, Field } from '../outline/outline.ts';
import { combineFields } from './combine-fields.ts';
import type { OutlineMerge } from './merge-result.ts';
import type { FieldConflict, OutlineConflict } from './merge-state.ts';

export const MERGE_CONFLICT_TYPES = [
  'both_changed',
  'both_moved',
  'changed_deleted',
  'deleted_changed',
  'identity_replaced',
  'field_changed',
  'address_taken',
] as const;
type MergeConflictType = (typeof MERGE_CONFLICT_TYPES)[number];

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
  /** What both changed differently, for `both_changed` and `both_moved`; nothing else of the clause follows the choice. */
  axes: ClauseAxis[];
  /** The field of a conflict about a field, else null. */
  field_id: number | null;
  label: string | null;
  base: MergeSide | null;
  theirs: MergeSide | null;
  mine: MergeSide | null;
  /** Whether `combine` can resolve it. */
  canCombine: boolean;
}

/** The conflicts of an outline merge in the order of their addresses; a broken limit is none of them. */
export function toMergeConflicts(
  { conflicts, fieldConflicts, exceedsLimits }: OutlineMerge,
  indexes: MergeIndexes,
): MergeConflict[] {
  const byId = new Map<string, MergeConflict>();
  const add = (conflict: MergeConflict) => {
    if (!byId.has(conflict.conflictId)) byId.set(conflict.conflictId, conflict);
  };
  for (const conflict of exceedsLimits ? [] : toClauseConflicts(conflicts, indexes)) add(conflict);
  for (const conflict of fieldConflicts) add(fieldConflict(conflict, indexes));
  return [...byId.values()].sort(
    (a, b) => compareAddresses(a.address, b.address) || (a.conflictId < b.conflictId ? -1 : 1),
  );
}

function toClauseConflicts(conflicts: readonly OutlineConflict[], indexes: MergeIndexes): MergeConflict[] {
  // A clause of theirs is in one conflict with one of mine: two choices about its place could contradict each other.
  const rivals = conflicts.flatMap(({ reason, placedBy, rivalId }) =>
    reason === 'address_taken' && placedBy === 'mine' && rivalId !== null ? [rivalId] : [],
  );
  const findReplacement = replacementFinder(indexes, rivals);
  return conflicts.flatMap((conflict) => {
    const { id, rivalId, placedBy, reason, axes } = conflict;
    // Both clauses at one address are reported; the conflict is that of mine with that of theirs. The copy may
    // have both, where the source moved one of them.
    if (reason === 'address_taken')
      return placedBy === 'mine' ? [clauseConflict('address_taken', id, rivalId, indexes)] : [];
    const type = typeOf(conflict, indexes);
    const replacement = type === 'deleted_changed' ? findReplacement(id) : null;
    return [
      clauseConflict(replacement === null ? type : 'identity_replaced', id, replacement, indexes, axes),
    ];
  });
}

/** A conflict of the tree is named by what each side did to the clause. */
function typeOf(
  { id, reason }: OutlineConflict,
  { theirs, mine }: MergeIndexes,
): 'both_changed' | 'both_moved' | 'changed_deleted' | 'deleted_changed' {
  if (reason === 'changed_deleted' || reason === 'deleted_changed' || reason === 'both_moved') return reason;
  if (reason !== 'outline' || (theirs.has(id) && mine.has(id))) return 'both_changed';
  return theirs.has(id) ? 'changed_deleted' : 'deleted_changed';
}

/**
 * The new clause with which theirs replaced one of mine: at its address, or at its place in the tree.
 * @param rivals clauses of theirs that are in conflict with another clause of mine about their address
 */
function replacementFinder(
  { base, theirs, mine }: MergeIndexes,
  rivals: readonly number[],
): (id: number) => number | null {
  const added = new Map<string, number>();
  for (const [id, clause] of theirs) {
    if (base.has(id) || mine.has(id)) continue;
    added.set(clause.element.address, id);
    added.set(placeKey(clause.parentId, clause.ordinal), id);
  }
  const used = new Set(rivals);
  return (id) => {
    const clause = mine.get(id);
    if (clause === undefined || !base.has(id)) return null;
    const found = added.get(clause.element.address) ?? added.get(placeKey(clause.parentId, clause.ordinal));
    if (found === undefined || used.has(found)) return null;
    used.add(found);
    return found;
  };
}

function clauseConflict(
  type: MergeConflictType,
  id: number,
  theirsId: number | null,
  { base, theirs, mine }: MergeIndexes,
  axes: ClauseAxis[] = [],
): MergeConflict {
  const sides = {
    base: clauseSide(base, id),
    theirs: clauseSide(theirs, theirsId ?? id),
    mine: clauseSide(mine, id),
  };
  // Joining two clauses ends one of them, which must not be one that both sides know.
  const areBothNew = theirsId !== null && !base.has(theirsId) && !mine.has(theirsId) && !theirs.has(id);
  return {
    conflictId: [type, id, ...(theirsId === null ? [] : [theirsId])].join(':'),
    type,
    element_id: id,
    theirs_element_id: theirsId,
    address: addressOf(sides),
    axes,
    field_id: null,
    label: null,
    ...sides,
    canCombine: sides.theirs !== null && sides.mine !== null && (theirsId === null || areBothNew),
  };
}

function fieldConflict(
  { id, element_id, label, base, theirs, mine }: FieldConflict,
  indexes: MergeIndexes,
): MergeConflict {
  const fieldSide = (index: ClauseIndex, field: Field | null): MergeSide | null => {
    const side = field && clauseSide(index, field.element_id);
    return side && { ...side, field };
  };
  const sides = {
    base: fieldSide(indexes.base, base),
    theirs: fieldSide(indexes.theirs, theirs),
    mine: fieldSide(indexes.mine, mine),
  };
  const combination = theirs && mine && combineFields(base, theirs, mine);
  return {
    conflictId: ['field_changed', element_id, id].join(':'),
    type: 'field_changed',
    element_id,
    theirs_element_id: null,
    address: addressOf(sides),
    axes: [],
    field_id: id,
    label,
    ...sides,
    // Where nothing of theirs would be in it, combining is choosing mine.
    canCombine:
      theirs?.field_id === mine?.field_id && !isSameField(combination ?? undefined, mine ?? undefined),
  };
}

/** A clause as one side of a plan shows it; null where that side does not have it. */
export function clauseSide(index: ClauseIndex, id: number): MergeSide | null {
  const clause = index.get(id);
  return clause === undefined ? null : { element: clause.element, field: null };
}

const addressOf = ({ base, theirs, mine }: Pick<MergeConflict, 'base' | 'theirs' | 'mine'>): string =>
  (mine ?? theirs ?? base)?.element.address ?? '';
