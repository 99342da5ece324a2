/** How a caller stands to a project and its files (decisions F2, F3, F6). */
import type { projectAccess } from '../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import type { Call } from '../../shared/kernel/call.ts';
import type { Subject } from '../../shared/kernel/callers/permissions.ts';
import { fail, noOpenDraft } from '../../shared/kernel/errors.ts';
import type { Loaded } from '../../shared/kernel/implement.ts';
import type { FileRecord } from './model.ts';

export type Access = Infer<typeof projectAccess>;
export interface Resources {
  project: Access;
}

/** The project as permissions are asked on it. */
export const subjectOf = ({ role }: Access): Subject => ({ kind: 'project', role });

/** The project as the caller stands to it; null when it may not know of it. */
export async function loadProject(id: number | string, call: Call): Promise<Loaded<Access> | null> {
  if (typeof id !== 'number') return null;
  const { access } = await call.call('projects.access', { project_id: id });
  if (!access) return null;
  return { value: access, subject: subjectOf(access), draftOpen: access.draft_revision_id !== null, archived: access.archived };
}

/**
 * The open draft an upload goes into.
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one of no or another project
 */
export async function draftForUpload(call: Call, access: Access, revisionId: number | undefined): Promise<number> {
  const { draft_revision_id, project_id } = access;
  if (draft_revision_id === null) {
    throw noOpenDraft();
  }
  if (revisionId === undefined || revisionId === draft_revision_id) return draft_revision_id;
  await call.call('projects.holding', { project_id, revision_id: revisionId });
  throw fail('REVISION_PUBLISHED', 'Only the open draft takes uploads. Leave project_revision_id out to use it.');
}

/** Whether one sees all files of what one may read, or only the approved and one's own (F3). */
export const seesAll = (call: Call, access: Access): boolean => call.permits('project:download:view', subjectOf(access));

/**
 * Whether the caller’s tier shows a file: approved ones and one’s own to everybody who may download, all of them to those who may view more (F3).
 */
export const isInTier = (call: Call, access: Access, file: FileRecord): boolean =>
  file.status === 'approved' || file.uploaded_by.userId === call.user.user.id || seesAll(call, access);
