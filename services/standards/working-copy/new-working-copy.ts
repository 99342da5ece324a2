/** Builder of a new working copy: its head and its initial version. */
import type { Person } from '../../../shared/kernel/service/call.ts';
import { newVersion } from '../../../shared/revisioning/opaque-version.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';
import type { WorkingCopyRecord, WorkingCopyVersionRecord } from './model.ts';
import { packVersion } from './version-storage.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

export interface NewWorkingCopy {
  copy: WorkingCopyRecord;
  version: WorkingCopyVersionRecord;
  state: WorkingCopyState;
}

interface NewWorkingCopyInput {
  standardId: number;
  from: { id: number; code: string } | null;
  outline: Outline;
  by: Person | null;
  now: Date;
}

/** A working copy without edits. @param from the revision of the outline */
export function newWorkingCopy({ standardId, from, outline, by, now }: NewWorkingCopyInput): NewWorkingCopy {
  const version = newVersion();
  const state: WorkingCopyState = { outline, edits: [] };
  return {
    state,
    copy: {
      _id: standardId,
      version,
      number: 1,
      opened_version: version,
      opened_from: from,
      opened_by: by,
      opened_at: now,
      saved_by: null,
      saved_at: null,
    },
    version: packVersion(version, standardId, 1, state, null),
  };
}
