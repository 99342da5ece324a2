/** Builder of the working copy that a merge opens: the outline of the current revision, then the merge as its first save. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRecord } from '../standard/model.ts';
import { recordClauseEdits } from '../working-copy/clause-edits.ts';
import type { WorkingCopyVersionRecord } from '../working-copy/model.ts';
import { type NewWorkingCopy, newWorkingCopy } from '../working-copy/new-working-copy.ts';
import type { OpenWorkingCopy } from '../working-copy/repository.ts';
import { nextVersion, packVersion } from '../working-copy/version-storage.ts';

export interface MergedWorkingCopy {
  /** As it is opened, with the saved revision. */
  workingCopy: NewWorkingCopy;
  /** The version with the merged outline. */
  version: WorkingCopyVersionRecord;
  /** As it is after both. */
  current: OpenWorkingCopy;
}

interface MergedWorkingCopyInput {
  standard: StandardRecord;
  from: StandardRevisionRecord;
  saved: Outline;
  merged: Outline;
  by: Person;
  now: Date;
}

/** The clauses that the merge changed show who merged as their last editor. */
export function newMergedWorkingCopy({
  standard,
  from,
  saved,
  merged,
  by,
  now,
}: MergedWorkingCopyInput): MergedWorkingCopy {
  const workingCopy = newWorkingCopy({
    standard,
    from: { id: from._id, code: from.code },
    outline: saved,
    by,
    now,
  });
  const number = workingCopy.copy.number + 1;
  const edits = recordClauseEdits({
    initial: saved,
    before: saved,
    after: merged,
    edits: [],
    by,
    at: now.toISOString(),
    number,
    oldestStoredVersion: 0,
  });
  const state = { outline: merged, edits };
  const id = nextVersion(workingCopy.copy.version);
  return {
    workingCopy,
    version: packVersion(id, standard._id, number, state, workingCopy.state),
    current: { copy: { ...workingCopy.copy, version: id, number, saved_by: by, saved_at: now }, state },
  };
}
