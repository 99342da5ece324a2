/** The error of publishing a stale version of the draft, with the changes since, or of a draft that was closed. */
import type { draftChange } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, draftClosed, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { DraftVersionRecord, ProjectRevisionHead } from '../revisions/model.ts';
import type { DraftVersions } from '../revisions/repository.ts';

const MAX_VERSIONS = 1_000;

/** One row for each subject and kind of change, with its last editor. */
function summarizeChanges(versions: readonly DraftVersionRecord[]): Infer<typeof draftChange>[] {
  const rows = new Map<string, Infer<typeof draftChange>>();
  for (const { changes, by, at } of versions) {
    for (const { kind, subject, name, action, count } of changes) {
      const key = JSON.stringify([kind, subject, action]);
      const before = rows.get(key)?.count ?? 0;
      rows.set(key, {
        kind,
        subject,
        name,
        action,
        count: before + count,
        editedBy: by,
        editedAt: at.toISOString(),
      });
    }
  }
  return [...rows.values()];
}

/** The error of a publish whose `baseVersion` is not the draft's version. */
export async function createStaleDraftError(
  draft: ProjectRevisionHead,
  baseVersion: string,
  versions: DraftVersions,
): Promise<Error> {
  const known = await versions.find(draft.project_id, baseVersion);
  if (known && known.draft_revision_id !== draft._id) return draftClosed();
  const since = known ? await versions.listAfter(draft._id, known.sequence, MAX_VERSIONS) : [];
  return apiError(
    'EDIT_CONFLICT',
    'The draft changed since you read it. Review the changes and publish again with the current version.',
    {
      metadata: { reason: 'stale', currentVersion: draft.version, changes: summarizeChanges(since) },
    },
  );
}

/** The error of a publish without an open draft: with a version, the draft that the caller read was closed since. */
export const closedDraftError = (baseVersion: string | undefined): Error =>
  baseVersion === undefined ? noOpenDraft() : draftClosed();
