/** Access to files: the draft that an upload goes to, and the files a caller may view (F2, F3, F6). */
import { apiError } from '../../shared/kernel/errors/errors.ts';
import type { Call } from '../../shared/kernel/service/call.ts';
import {
  type ProjectAccess,
  projectSubject,
  requireOpenDraft,
} from '../../shared/projects/project-access.ts';
import type { FileRecord } from './model.ts';

/** The resources that the kernel loads for the handlers of this service. */
export interface FilesResources {
  project: ProjectAccess;
}

/**
 * The open draft for an upload.
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one that is unknown or of
 * another project
 */
export async function requireDraftForUpload(
  call: Call,
  access: ProjectAccess,
  revisionId: number | undefined,
): Promise<number> {
  const draftId = requireOpenDraft(access);
  if (revisionId === undefined || revisionId === draftId) return draftId;
  await call.call('projects.revisionHead', { project_id: access.project_id, revision_id: revisionId });
  throw apiError(
    'REVISION_PUBLISHED',
    'Files can only be uploaded to the open draft. Omit project_revision_id to use it.',
  );
}

/** Whether the caller may view all files of a revision, not only approved ones and its own (F3). */
export const canViewAllFiles = (call: Call, access: ProjectAccess): boolean =>
  call.isAllowed('project:download:view', projectSubject(access));

/** Whether the caller's tier includes a file: approved ones and its own, or all (F3). */
export const canViewFile = (call: Call, access: ProjectAccess, file: FileRecord): boolean =>
  file.status === 'approved' || file.uploaded_by.userId === call.account.id || canViewAllFiles(call, access);

/**
 * Whether the tier of the caller's account includes a file, with any credential: whether it may know of it
 * (F3).
 */
export const accountMayViewFile = (call: Call, access: ProjectAccess, file: FileRecord): boolean =>
  file.status === 'approved' ||
  file.uploaded_by.userId === call.account.id ||
  call.accountMay('project:download:view', projectSubject(access));
