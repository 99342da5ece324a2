/** Telling a publisher what changed in the draft since it was read (document 3, publish; decisions P15). */
import type { draftChange } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, draftClosed } from '../../../shared/kernel/errors/errors.ts';
import type { DraftVersionRecord, ProjectRevisionHead } from '../revisions/model.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';

const MAX_VERSIONS = 1_000;

/** One row for each thing and kind of change, with the last who did it. */
function summarizeChanges(versions: readonly DraftVersionRecord[]): Infer<typeof draftChange>[] {
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
export async function createStaleDraftError(
  draft: ProjectRevisionHead,
  baseVersion: string,
  revisions: ProjectRevisions,
): Promise<Error> {
  const read = await revisions.findVersion(draft.project_id, baseVersion);
  if (read && read.draft_revision_id !== draft._id) return draftClosed();
  const since = read ? await revisions.listVersionsAfter(draft._id, read.sequence, MAX_VERSIONS) : [];
  return apiError(
    'EDIT_CONFLICT',
    'The draft changed since you read it. Review the changes and publish again with the current version.',
    {
      metadata: { reason: 'stale', currentVersion: draft.version, changes: summarizeChanges(since) },
    },
  );
}
