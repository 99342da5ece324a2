/** How a caller stands to a project and its files (decisions F2, F3, F6). */
import type { Call } from '../../shared/kernel/call.ts';
import { fail } from '../../shared/kernel/errors.ts';
import { openDraftOf, type ProjectAccess, subjectOf } from '../../shared/kernel/project-access.ts';
import type { FileRecord } from './model.ts';

export interface Resources {
  project: ProjectAccess;
}

/**
 * The open draft an upload goes into.
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one of no or another project
 */
export async function draftForUpload(call: Call, access: ProjectAccess, revisionId: number | undefined): Promise<number> {
  const draftId = openDraftOf(access);
  if (revisionId === undefined || revisionId === draftId) return draftId;
  await call.call('projects.holding', { project_id: access.project_id, revision_id: revisionId });
  throw fail('REVISION_PUBLISHED', 'Only the open draft takes uploads. Leave project_revision_id out to use it.');
}

/** Whether one sees all files of what one may read, or only the approved and one's own (F3). */
export const seesAll = (call: Call, access: ProjectAccess): boolean => call.permits('project:download:view', subjectOf(access));

/**
 * Whether the caller’s tier shows a file: approved ones and one’s own to everybody who may download, all of them to those who may view more (F3).
 */
export const isInTier = (call: Call, access: ProjectAccess, file: FileRecord): boolean =>
  file.status === 'approved' || file.uploaded_by.userId === call.user.user.id || seesAll(call, access);
