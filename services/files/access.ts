/**
 * Decides which files a caller may read or change: by the tier of a file (`tiers.ts`), and by the project revisions
 * that contain it and that the caller may read. Also finds the draft to which an upload is attached.
 */
import type { ResultOf } from '../../shared/contracts/endpoint.ts';
import type { projectInternalActions } from '../../shared/contracts/projects/internal.ts';
import { apiError, notFound, permissionDenied } from '../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import {
  type ProjectAccess,
  projectSubject,
  requireOpenDraft,
} from '../../shared/projects/project-access.ts';
import type { FileRecord } from './model.ts';
import type { Files } from './repository.ts';
import {
  type FileTier,
  findMissingPermission,
  isVisible,
  READING_TIERS,
  type TierPermissions,
  tierOf,
} from './tiers.ts';

/** The resources that the kernel loads for the handlers of this service. */
export interface FilesResources {
  project: ProjectAccess & { listed?: ListedIds | undefined };
}

/** The ids of the files of a revision, all or a page, where they were loaded with the project. */
export type ListedIds = Omit<ResultOf<(typeof projectInternalActions)['projects.fileIds']>, 'access'>;

/** A file, and the revisions in which the caller reaches it. */
interface ReachedFile {
  file: FileRecord;
  revisionIds: number[];
}

/**
 * The open draft for an upload.
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one that is unknown or of
 * another project
 */
export async function requireDraftForUpload(
  ctx: RequestContext,
  access: ProjectAccess,
  revisionId: number | undefined,
): Promise<number> {
  const draftId = requireOpenDraft(access);
  if (revisionId === undefined) return draftId;
  await assertIsDraft(
    ctx,
    access,
    revisionId,
    'Files can only be uploaded to the open draft. Omit project_revision_id to use it.',
  );
  return draftId;
}

/**
 * That a revision is the open draft of the project.
 * @param advice detail of the error for a published revision
 * @throws REVISION_PUBLISHED; NOT_FOUND for a revision that is unknown or of another project
 */
export async function assertIsDraft(
  ctx: RequestContext,
  { project_id, draft_revision_id }: ProjectAccess,
  revisionId: number,
  advice: string,
): Promise<void> {
  if (revisionId === draft_revision_id) return;
  await ctx.call('projects.revisionHead', { project_id, revision_id: revisionId });
  throw apiError('REVISION_PUBLISHED', advice);
}

/** The caller's tier on the files of a project. */
export const fileTier = (ctx: RequestContext, access: ProjectAccess, tiers: TierPermissions): FileTier =>
  tierOf(tiers, (permission) => ctx.isAllowed(permission, projectSubject(access)));

/**
 * Whether the reading tier of the caller's account includes a file, with any credential: whether it may know
 * of it.
 */
export const accountMayViewFile = (ctx: RequestContext, access: ProjectAccess, file: FileRecord): boolean => {
  const tier = tierOf(READING_TIERS, (permission) => ctx.accountMay(permission, projectSubject(access)));
  return isVisible(file, tier, ctx.account.id);
};

/**
 * A file that the caller may read: first the revisions, then the tier.
 * @throws NOT_FOUND
 */
export const requireReadableFile = (
  files: Files,
  ctx: RequestContext,
  access: ProjectAccess,
  fileId: number,
): Promise<ReachedFile> => reachFile(files, ctx, access, fileId, { tiers: READING_TIERS, forChange: false });

/**
 * A file that the caller may change.
 * @throws NOT_FOUND outside the caller's revisions and tier, PERMISSION_DENIED
 */
export async function requireChangeableFile(
  files: Files,
  ctx: RequestContext,
  access: ProjectAccess,
  fileId: number,
  tiers: TierPermissions,
): Promise<ReachedFile> {
  const reached = await reachFile(files, ctx, access, fileId, { tiers, forChange: true });
  assertChangeable(ctx, access, reached.file, tiers);
  return reached;
}

/** @throws PERMISSION_DENIED for another's file, or an obsolete or deleted one, below the tier for it */
export function assertChangeable(
  ctx: RequestContext,
  access: ProjectAccess,
  file: FileRecord,
  tiers: TierPermissions,
): void {
  const caller = { tier: fileTier(ctx, access, tiers), tiers, userId: ctx.account.id };
  const missing = findMissingPermission(file, caller);
  if (missing !== null) throw permissionDenied([missing]);
}

/** @throws NOT_FOUND for a file that was deleted, which only published revisions have */
export function assertNotDeleted({ deleted_at }: Pick<FileRecord, 'deleted_at'>): void {
  if (deleted_at !== undefined) throw notFound();
}

async function reachFile(
  files: Files,
  ctx: RequestContext,
  access: ProjectAccess,
  fileId: number,
  { tiers, forChange }: { tiers: TierPermissions; forChange: boolean },
): Promise<ReachedFile> {
  const { project_id } = access;
  const file = await files.find(project_id, fileId);
  if (!file || !isVisible(file, fileTier(ctx, access, tiers), ctx.account.id)) throw notFound();
  const { revision_ids: revisionIds } = await ctx.call('projects.revisionsOfFile', {
    project_id,
    file_id: fileId,
    revision_id: file.revision_id,
    for_change: forChange,
  });
  if (revisionIds.length === 0) throw notFound();
  return { file, revisionIds };
}
