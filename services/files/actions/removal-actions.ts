/**
 * Handlers that delete a file from its project, detach it from the draft, and remove the files of a discarded draft. The
 * draft changes first, the record after it, so that a crash leaves the file as it was or removed.
 */
import type { fileInternalActions } from '../../../shared/contracts/files/internal.ts';
import type { fileRemovalEndpoints } from '../../../shared/contracts/files/removal.ts';
import { hasErrorCode, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { DraftMove } from '../../../shared/projects/draft-moves.ts';
import {
  findProjectAccess,
  type ProjectAccess,
  requireOpenDraft,
} from '../../../shared/projects/project-access.ts';
import { assertIsDraft, assertNotDeleted, type FilesResources, requireChangeableFile } from '../access.ts';
import type { FileRecord } from '../model.ts';
import type { FilesService } from '../open-files.ts';
import { fileFactsOf } from '../present.ts';
import type { RemovedFiles } from '../removal/remove-records.ts';
import { CHANGE_TIERS, DELETION_TIERS } from '../tiers.ts';

type Contracts = typeof fileRemovalEndpoints & Pick<typeof fileInternalActions, 'files.removeOfDraft'>;

interface Removal<T> {
  file: FileRecord;
  move: DraftMove;
  removed: RemovedFiles;
  details: object;
  result: T;
}

export const fileRemovalActions = ({
  files,
  draftMoves,
}: FilesService): Handlers<Contracts, FilesResources> => {
  const remove = <T>(ctx: RequestContext, { file, move, removed, details, result }: Removal<T>): Promise<T> =>
    draftMoves.run(ctx, {
      writtenIds: { ...removed },
      write: async () => undefined,
      move,
      auditEntry: {
        resource: { type: 'file', id: file._id },
        details: { project_id: file.project_id, name: file.name, ...details },
      },
      result,
    });

  async function deleteFile(ctx: RequestContext, project: ProjectAccess, fileId: number) {
    const { file } = await requireChangeableFile(files, ctx, project, fileId, DELETION_TIERS);
    assertNotDeleted(file);
    const onlyInDraft = isOnlyInDraft(file, project);
    const { project_id } = project;
    return remove(ctx, {
      file,
      // A draft published concurrently is no longer open, and then keeps the file.
      move: onlyInDraft
        ? { project_id, draft_revision_id: file.revision_id, detachFiles: [fileId] }
        : { project_id, deleteFiles: [fileId], deletedFile: fileFactsOf(file) },
      removed: onlyInDraft ? { removedFiles: [fileId] } : { deletedFiles: [fileId] },
      details: { keptInPublishedRevisions: !onlyInDraft },
      result: { id: fileId, deleted: true },
    });
  }

  return {
    'files.removeOfDraft': async ({ project_id, draft_revision_id }) => ({
      removed: await files.removeOfDraft(project_id, draft_revision_id),
    }),

    async 'files.delete'({ fileId }, ctx, project) {
      try {
        return await deleteFile(ctx, project, fileId);
      } catch (error) {
        if (!hasErrorCode(error, 'NO_OPEN_DRAFT')) throw error;
        // Deletion needs no draft: the one it was to leave has just been published or discarded.
        const access = await findProjectAccess(project.project_id, ctx);
        if (!access) throw notFound();
        return deleteFile(ctx, access, fileId);
      }
    },

    async 'files.detach'({ revisionId, fileId }, ctx, project) {
      const { file, revisionIds } = await requireChangeableFile(files, ctx, project, fileId, CHANGE_TIERS);
      await assertIsDraft(
        ctx,
        project,
        revisionId,
        'A published revision keeps its files. Name the open draft, or delete the file from the project.',
      );
      const draftId = requireOpenDraft(project);
      if (!revisionIds.includes(draftId)) throw notFound();
      const deletedFile = isOnlyInDraft(file, project);
      const { project_id } = project;
      return remove(ctx, {
        file,
        move: { project_id, draft_revision_id: draftId, detachFiles: [fileId] },
        removed: deletedFile ? { removedFiles: [fileId] } : {},
        details: { revision: { id: draftId }, deletedFile },
        result: { file_id: fileId, revision_id: draftId, deletedFile },
      });
    },
  };
};

/**
 * Whether no published revision has a file of the draft. A draft takes over files only from the revision
 * before it, so every other file has been published with the draft of its upload.
 */
const isOnlyInDraft = (file: FileRecord, { draft_revision_id }: ProjectAccess): boolean =>
  file.revision_id === draft_revision_id;
