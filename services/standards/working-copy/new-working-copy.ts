/** Builder of a new working copy: its head and its initial version. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { newVersion } from '../../../shared/revisioning/outline/opaque-version.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { WorkingCopyRecord, WorkingCopyVersionRecord } from './model.ts';
import { packVersion } from './version-storage.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

export interface NewWorkingCopy {
  copy: WorkingCopyRecord;
  version: WorkingCopyVersionRecord;
  state: WorkingCopyState;
}

interface NewWorkingCopyInput {
  standard: Pick<StandardRecord, '_id' | 'subject_type' | 'subject_id'>;
  from: { id: number; code: string } | null;
  outline: Outline;
  by: Person | null;
  now: Date;
}

/** A working copy without edits. @param from the revision of the outline */
export function newWorkingCopy({ standard, from, outline, by, now }: NewWorkingCopyInput): NewWorkingCopy {
  const id = newVersion();
  const state: WorkingCopyState = { outline, edits: [] };
  const version = packVersion(id, standard._id, 1, state, null);
  return {
    state,
    copy: {
      _id: standard._id,
      version: id,
      number: 1,
      opened_version: id,
      opened_from: from,
      opened_by: by,
      opened_at: now,
      saved_by: null,
      saved_at: null,
      subject_type: standard.subject_type,
      subject_id: standard.subject_id,
      bytes: version.content.length,
    },
    version,
  };
}
