/** How a caller stands to a project and its files (decisions F2, F3, F6). */

import { apiError } from '../../shared/kernel/errors/errors.ts';
import type { Call } from '../../shared/kernel/service/call.ts';
import { type ProjectAccess, projectSubject, requireOpenDraft } from '../../shared/projects/project-access.ts';
import type { FileRecord } from './model.ts';

export interface FilesResources {
  project: ProjectAccess;
}

/**
 * The open draft an upload goes into.
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one of no or another project
 */
export async function requireDraftForUpload(call: Call, access: ProjectAccess, revisionId: number | undefined): Promise<number> {
  const draftId = requireOpenDraft(access);
  if (revisionId === undefined || revisionId === draftId) return draftId;
  await call.call('projects.holding', { project_id: access.project_id, revision_id: revisionId });
  throw apiError('REVISION_PUBLISHED', 'Files can only be uploaded to the open draft. Omit project_revision_id to use it.');
}

/** Whether one sees all files of what one may read, or only the approved and one's own (F3). */
export const canViewAllFiles = (call: Call, access: ProjectAccess): boolean =>
  call.isAllowed('project:download:view', projectSubject(access));

/**
 * Whether the caller’s tier shows a file: approved ones and one’s own to everybody who may download, all of them to those who may view more (F3).
 */
export const canViewFile = (call: Call, access: ProjectAccess, file: FileRecord): boolean =>
  file.status === 'approved' || file.uploaded_by.userId === call.userPrincipal.user.id || canViewAllFiles(call, access);
