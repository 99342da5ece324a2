/** The version of a project, which `If-Match` compares and its ETag names. Pure. */
import type { ProjectRecord } from './model.ts';

/**
 * The version of the open draft; without one it follows from the published revision. Null where neither can be
 * told: the draft was closed between two reads.
 */
export function projectVersion(
  { draft_revision_id, issued_revision_id }: Pick<ProjectRecord, 'draft_revision_id' | 'issued_revision_id'>,
  draft: { version: string | null } | null,
): string | null {
  if (draft_revision_id !== null) return draft?.version ?? null;
  return issued_revision_id === null ? null : `issued-${issued_revision_id}`;
}
