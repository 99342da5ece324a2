/** Telling a publisher what changed in the draft since it was read (document 3, publish; decisions P15). */
import type { draftChange } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { draftClosed, fail } from '../../../shared/kernel/errors.ts';
import type { DraftVersionRecord, RevisionHead } from '../revisions/model.ts';
import type { Revisions } from '../revisions/repository.ts';

const MOST_VERSIONS = 1_000;

/** One row for each thing and kind of change, with the last who did it. */
function sumChanges(versions: readonly DraftVersionRecord[]): Infer<typeof draftChange>[] {
  const rows = new Map<string, Infer<typeof draftChange>>();
  for (const { changes, by, at } of versions) {
    for (const { kind, subject, name, action, count } of changes) {
      const key = JSON.stringify([kind, subject, action]);
      const before = rows.get(key)?.count ?? 0;
      rows.set(key, { kind, subject, name, action, count: before + count, editedBy: by, editedAt: at.toISOString() });
    }
  }
  return [...rows.values()];
}

/** The refusal of a publish whose `baseVersion` is not the draft's version. */
export async function staleDraft(draft: RevisionHead, baseVersion: string, revisions: Revisions): Promise<Error> {
  const read = await revisions.version(draft.project_id, baseVersion);
  if (read && read.draft_revision_id !== draft._id) return draftClosed();
  const since = read ? await revisions.versionsAfter(draft._id, read.sequence, MOST_VERSIONS) : [];
  return fail('EDIT_CONFLICT', 'The draft changed since you read it. Look at the changes and publish with the current version.', {
    metadata: { reason: 'stale', currentVersion: draft.version, changes: sumChanges(since) },
  });
}
