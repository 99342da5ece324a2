/** A version of a working copy in memory, and how one is made. */
import type { Person } from '../../../shared/kernel/call.ts';
import { packText } from '../../../shared/kernel/database/packed.ts';
import { hashElement } from '../../../shared/revisioning/hash.ts';
import type { Element, Outline } from '../../../shared/revisioning/outline.ts';
import { newVersion } from '../../../shared/revisioning/version.ts';
import type { Edit } from './edits.ts';
import type { VersionRecord, WorkingCopyRecord } from './model.ts';

/** What a version holds. Shared between readers: nobody may change it. */
export interface Draft {
  outline: Outline;
  /** Who changed which clauses since the working copy was opened. */
  edits: readonly Edit[];
}

/** A version ready to be stored, and the head that points to it. */
export interface Opening {
  copy: WorkingCopyRecord;
  version: VersionRecord;
  draft: Draft;
}

const mergeKeys = new WeakMap<Element, string>();

/** The merge key of a clause of a draft. Most clauses stay as they are from version to version; each is hashed once. */
export function mergeKeyOf(element: Element): string {
  const known = mergeKeys.get(element);
  if (known !== undefined) return known;
  const key = hashElement(element);
  mergeKeys.set(element, key);
  return key;
}

/** The stored form of a version. */
export function packVersion(version: string, standardId: number, number: number, { outline, edits }: Draft): VersionRecord {
  const { elements, fields } = outline;
  const content = packText(JSON.stringify({ outline: { elements, fields }, edits }));
  return { _id: version, standard_id: standardId, number, content };
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
    version: packVersion(version, standardId, 1, draft),
  };
}
