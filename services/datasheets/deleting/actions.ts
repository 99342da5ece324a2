/**
 * Handler of `datasheets.delete`: ends a datasheet in the open draft with a revision that records the deletion.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type ProjectAccess, requireOpenDraft } from '../../../shared/projects/project-access.ts';
import { type DatasheetsResources, type LoadedDatasheet, requirePointerInDraft } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { presentDatasheetRevision } from '../present.ts';
import { newDatasheetRevision, successorOf } from '../records/new-revision.ts';
import { saveExclusively } from '../saving/save-exclusively.ts';

type Contract = (typeof datasheets)['datasheets.delete'];

/** The handler that deletes a datasheet from the draft; published revisions keep it. */
export const deleteDatasheetActions = ({
  revisions,
  mutex,
  saver,
}: DatasheetsService): Handlers<Pick<typeof datasheets, 'datasheets.delete'>, DatasheetsResources> => {
  /** One attempt over the current head; null when another save was first. */
  async function attempt(
    { id, projectRevisionId, deletionReason }: ParamsOf<Contract>,
    ctx: RequestContext,
    datasheet: LoadedDatasheet,
  ): Promise<ResultOf<Contract> | null> {
    await assertOpenDraft(ctx, datasheet.access, projectRevisionId);
    const pointer = requirePointerInDraft(datasheet);
    const head = await revisions.require(pointer.revision_id);
    assertIfMatch(ctx.ifMatch, head.version);
    const revision = newDatasheetRevision({
      id: await revisions.nextId(),
      ...successorOf(head, pointer.name),
      severity: 'MAJOR',
      summary: deletionReason || 'Deletion',
      status: 'DELETED',
      states: head.states,
      by: ctx.person,
      at: new Date(),
    });
    return saver.save(ctx, {
      project_id: datasheet.record.project_id,
      moves: [{ revision, action: 'deleted', count: 1 }],
      auditEntry: {
        resource: { type: 'datasheet', id },
        details: {
          revision: { id: revision._id, code: revision.code },
          name: pointer.name,
          ...(deletionReason ? { deletionReason } : {}),
        },
      },
      result: { id, deleted: true, revision: presentDatasheetRevision(revision) },
    });
  }

  return {
    'datasheets.delete': (params, ctx, datasheet) =>
      saveExclusively(mutex, datasheet, ctx, (fresh) => attempt(params, ctx, fresh)),
  };
};

/**
 * @throws NO_OPEN_DRAFT; REVISION_PUBLISHED for a published revision; NOT_FOUND for one that is unknown or of
 * another project
 */
async function assertOpenDraft(
  ctx: RequestContext,
  access: ProjectAccess,
  revisionId: number | undefined,
): Promise<void> {
  const draftId = requireOpenDraft(access);
  if (revisionId === undefined || revisionId === draftId) return;
  await ctx.call('projects.revisionHead', { project_id: access.project_id, revision_id: revisionId });
  throw apiError(
    'REVISION_PUBLISHED',
    'A datasheet can only be deleted from the open draft. Omit projectRevisionId to use it.',
  );
}
