/** A working copy as it is opened. */
import type { Person } from '../../../shared/kernel/call.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';
import { newVersion } from '../../../shared/revisioning/version.ts';
import type { Draft } from './draft.ts';
import type { VersionRecord, WorkingCopyRecord } from './model.ts';
import { packVersion } from './versions.ts';

/** A version ready to be stored, and the head that points to it. */
export interface Opening {
  copy: WorkingCopyRecord;
  version: VersionRecord;
  draft: Draft;
}

interface NewWorkingCopy {
  standardId: number;
  from: { id: number; code: string } | null;
  outline: Outline;
  by: Person | null;
  now: Date;
}

/** A working copy as it is opened: nothing edited yet. */
export function openingOf({ standardId, from, outline, by, now }: NewWorkingCopy): Opening {
  const version = newVersion();
  const draft: Draft = { outline, edits: [] };
  return {
    draft,
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
    version: packVersion(version, standardId, 1, draft, null),
  };
}
