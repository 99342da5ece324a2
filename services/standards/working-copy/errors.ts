/**
 * Errors of working copies: none open (404), and the conflicts of a stale or late save or publish (409). Also the view of changes by others in a merged save.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { MergedChange } from '../../../shared/revisioning/merge/merge-changes.ts';
import type { OutlineMerge } from '../../../shared/revisioning/merge/merge-result.ts';
import { editsByClause } from './clause-edits.ts';
import type { WorkingCopyRecord } from './model.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

/** Author and time of the last save, or of the opening. */
const lastSave = ({ saved_by, saved_at, opened_by, opened_at }: WorkingCopyRecord) => ({
  editedBy: saved_at ? saved_by : opened_by,
  editedAt: (saved_at ?? opened_at).toISOString(),
});

/** 404 of a standard without an open working copy. */
export const noWorkingCopyError = (): Error =>
  apiError('NOT_FOUND', 'The standard has no open working copy. Open one with POST /api/standards/:id/edit.');

type ConflictRows = Record<string, unknown>[];

/** The working copy changed since `baseVersion`, without a merge. */
export const staleConflict = (copy: WorkingCopyRecord, sentence = STALE_MESSAGE): Error =>
  conflict(copy, 'stale', sentence, []);

const STALE_MESSAGE =
  'The working copy changed since you read it. Nothing was saved. Read it again with GET /api/standards/:id/working-copy, make your change in what it has now, and save on its version; over HTTP, a save with baseElements is merged clause by clause instead.';

/** `baseVersion` belongs to a working copy that has been published or discarded. */
export const closedConflict = (): Error =>
  apiError(
    'EDIT_CONFLICT',
    'The working copy you read has since been published or discarded. Open the current one with POST /api/standards/:id/edit. Nothing was saved.',
    {
      metadata: { code: 'EDIT_CONFLICT', reason: 'draft_closed' },
    },
  );

/** A merge that is repeated after its working copy was discarded: it was done, and undone. */
export const discardedMerge = (): Error =>
  apiError(
    'EDIT_CONFLICT',
    'This merge was done before, and the working copy that it opened has been discarded since. To merge again, read the plan and send the merge with a new Idempotency-Key.',
    { metadata: { code: 'EDIT_CONFLICT', reason: 'draft_closed' } },
  );

/** The conflicts of a merge, by clause and by field. */
export function mergeConflict(copy: WorkingCopyRecord, theirs: WorkingCopyState, merge: OutlineMerge): Error {
  const authorOf = authorship(copy, theirs);
  const conflicts = merge.conflicts.map(
    ({ element_id, address, baseAddress, theirsAddress, mineAddress, reason }) => ({
      elementId: element_id,
      address,
      baseAddress,
      theirsAddress,
      mineAddress,
      reason,
      ...(element_id === null ? NO_AUTHOR : authorOf(element_id)),
    }),
  );
  const fieldConflicts = merge.fieldConflicts.map(
    ({ field_id, element_id, label, base, theirs: theirField, mine, reason }) => ({
      // Of two fields that took one label, that of mine may not be stored yet.
      fieldId: field_id !== null && field_id > 0 ? field_id : null,
      elementId: element_id > 0 ? element_id : null,
      label,
      base,
      theirs: theirField,
      mine: mine && { ...mine, ...(mine.field_id > 0 ? {} : { field_id: null }) },
      reason,
      ...authorOf(element_id),
    }),
  );
  const sentence = `${conflicts.length + fieldConflicts.length} change(s) conflict with changes by others. Send resolvedConflicts with conflictVersion, or read the working copy again. Nothing was saved.`;
  return conflict(copy, conflicts.length === 0 ? 'fields' : 'stale', sentence, conflicts, fieldConflicts);
}

function conflict(
  copy: WorkingCopyRecord,
  reason: 'stale' | 'fields',
  sentence: string,
  conflicts: ConflictRows,
  fieldConflicts: ConflictRows = [],
): Error {
  return apiError('EDIT_CONFLICT', sentence, {
    metadata: {
      code: 'EDIT_CONFLICT',
      reason,
      currentVersion: copy.version,
      ...lastSave(copy),
      conflicts,
      ...(fieldConflicts.length > 0 ? { fieldConflicts } : {}),
    },
  });
}

/** The changes by others in a merged save (rule 6, `mergedChanges`). */
export function presentMergedChanges(
  copy: WorkingCopyRecord,
  theirs: WorkingCopyState,
  changes: readonly MergedChange[],
) {
  const authorOf = authorship(copy, theirs);
  return changes.flatMap(({ element_id, address, change, side }) =>
    side === 'theirs' ? [{ elementId: element_id, address, change, ...authorOf(element_id) }] : [],
  );
}

interface Authorship {
  editedBy: Person | null;
  editedAt: string | null;
}
const NO_AUTHOR: Authorship = { editedBy: null, editedAt: null };

/**
 * Author and time of the last edit of a clause; for one restored to its initial state, those of the last
 * save.
 */
function authorship(copy: WorkingCopyRecord, { edits }: WorkingCopyState): (elementId: number) => Authorship {
  const editOf = editsByClause(edits);
  return (elementId) => {
    const edit = editOf.get(elementId);
    return edit ? { editedBy: edit.by, editedAt: edit.at } : lastSave(copy);
  };
}
