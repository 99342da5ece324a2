/**
 * Handlers of the internal actions that move the pins, datasheets and files of a draft for other services, and tell
 * the outcome of a move.
 */
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { applyDraftMove, type DraftMoveInput, planFileDeletion } from '../draft-moves/apply-draft-move.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  'projects.moveDraftPointers' | 'projects.draftMoveOutcome'
>;

/**
 * Attaching files takes project:upload, deleting them project:update, every other move project:draft:edit;
 * project:update is enough to detach files.
 */
function assertMovePermissions({ subject }: LoadedProject, move: DraftMoveInput, ctx: RequestContext): void {
  const { attachFiles, detachFiles, deleteFiles, datasheets, deleteDatasheets, pins } = move;
  if (attachFiles?.length) ctx.assertAllowed('project:upload', subject);
  if (deleteFiles?.length) ctx.assertAllowed('project:update', subject);
  const edits = [datasheets, deleteDatasheets, pins].some((moves) => moves !== undefined && moves.length > 0);
  if (edits || (detachFiles?.length && !ctx.isAllowed('project:update', subject)))
    ctx.assertAllowed('project:draft:edit', subject);
}

export const draftMoveActions = ({
  revisions,
  drafts,
  moveOutcomes,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.moveDraftPointers'(move, ctx, project) {
    const { project_id, change_id } = move;
    assertMovePermissions(project, move, ctx);
    const isDeletion = move.deleteFiles !== undefined;
    const { draft } = await drafts
      .updateProject({
        projectId: project_id,
        by: ctx.person,
        startsTrial: project.startsTrial,
        decide: async ({ head, draft: open, session }) => {
          if (!isDeletion)
            return { result: null, ...applyDraftMove(requireDraft(open, move).manifest, move) };
          const published = await revisions.find(head.issued_revision_id, session);
          return { result: null, ...planFileDeletion(head, open, published, move) };
        },
        async beforeCommit(session) {
          if (change_id) await moveOutcomes.recordMoved(change_id, session);
          if (ctx.isDryRun) ctx.rollBack(session);
        },
      })
      .catch((error: unknown) => {
        throw change_id && isDuplicateKey(error) ? moveAbandonedError() : error;
      });
    return { draft_revision_id: draft?.id ?? null, version: draft?.version ?? null };
  },

  'projects.draftMoveOutcome': async ({ change_id }) => ({
    moved: await moveOutcomes.abandonUnlessMoved(change_id),
  }),
});

/** The draft of a move. @throws NO_OPEN_DRAFT also when another one than the caller's is open */
function requireDraft(
  draft: RevisionWithManifest | null,
  { draft_revision_id: expected }: DraftMoveInput,
): RevisionWithManifest {
  if (!draft || (expected !== undefined && draft.revision._id !== expected)) throw noOpenDraft();
  return draft;
}

/** For a move that arrives after it was recorded as abandoned: the calling service has removed its records. */
const moveAbandonedError = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'The operation timed out and nothing was saved. Try again.');
