/**
 * Finds what of a draft collides with what others saved, clause by clause: in the refusal of a save, or in a merge
 * that was done here. Pure.
 */
import type { MetadataOf } from '../../../../shared/rest-client/api-error.ts';
import type { OutlineMerge } from '../../../../shared/revisioning/merge/merge-result.ts';

type ConflictMetadata = MetadataOf<'EDIT_CONFLICT'>;

/** A clause that both changed, in its words, its place or its fields. */
export interface DraftConflict {
  elementId: number;
  reason: string;
  /** Where mine is; of two clauses at one place each has its own. */
  mineAddress: string | null;
  /** The labels of the fields that both changed. */
  fields: string[];
  /** Who saved it. */
  by: string;
}

interface ClauseConflict {
  elementId: number | null;
  address: string;
  reason: string;
  mineAddress: string | null;
  editedBy?: { displayName: string } | null;
}

interface FieldConflict {
  elementId: number | null;
  label: string;
  editedBy?: { displayName: string } | null;
}

/** The conflicts of a refused save; none where there is nothing to choose. */
export function conflictsOfSave(metadata: ConflictMetadata): DraftConflict[] {
  if (!('conflicts' in metadata)) return [];
  const clauses = (metadata.conflicts ?? []).flatMap((conflict) => ('address' in conflict ? [conflict] : []));
  const fields = 'fieldConflicts' in metadata ? (metadata.fieldConflicts ?? []) : [];
  return gather(clauses, fields);
}

/** The conflicts of a merge that was done here. */
export const conflictsOfMerge = ({ conflicts, fieldConflicts }: OutlineMerge): DraftConflict[] =>
  gather(
    conflicts.map(({ element_id, ...conflict }) => ({ ...conflict, elementId: element_id })),
    fieldConflicts.map(({ element_id, label }) => ({ elementId: element_id, label })),
  );

function gather(clauses: readonly ClauseConflict[], fields: readonly FieldConflict[]): DraftConflict[] {
  const found = new Map<number, DraftConflict>();
  for (const { elementId, address, reason, mineAddress, editedBy } of clauses) {
    // A clause that is not stored yet has its place by what is chosen for the one that is.
    if (elementId === null || elementId < 0 || found.has(elementId)) continue;
    const rival = clauses.find((other) => other.address === address && (other.elementId ?? -1) < 0);
    found.set(elementId, {
      elementId,
      reason,
      mineAddress: reason === 'address_taken' && rival ? rival.mineAddress : mineAddress,
      fields: [],
      by: editedBy?.displayName ?? 'what is saved',
    });
  }
  for (const { elementId, label, editedBy } of fields) {
    if (elementId === null || elementId < 0) continue;
    const conflict = found.get(elementId) ?? {
      elementId,
      reason: 'fields',
      mineAddress: null,
      fields: [],
      by: editedBy?.displayName ?? 'what is saved',
    };
    conflict.fields.push(label);
    found.set(elementId, conflict);
  }
  return [...found.values()];
}

export const REASONS: Readonly<Record<string, string>> = {
  both_changed: 'both changed it',
  changed_deleted: 'theirs changed, mine deleted',
  deleted_changed: 'theirs deleted, mine changed',
  both_moved: 'both moved it',
  address_taken: 'two clauses at one number',
  outline: 'its place in the outline',
  fields: 'both changed its fields',
};
