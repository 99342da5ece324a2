/**
 * Handler of `projects.standards.add`: pins a standard in the draft with its section (`action` import), customises one, or
 * moves one to another section.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardEndpoints } from '../../../shared/contracts/projects/project-standards.ts';
import { noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { countDatasheets } from '../drafts/draft-change.ts';
import type { DraftUpdate, DraftUpdateResult } from '../drafts/draft-transactions.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { Manifest } from '../revisions/manifest.ts';
import { type AddedStandard, prepareImport, prepareRecategorize } from '../standards/add-standard.ts';
import { copyForDraft, pinCopy } from '../standards/customized-copy.ts';

type Contracts = Pick<typeof projectStandardEndpoints, 'projects.standards.add'>;
type Params = ParamsOf<Contracts['projects.standards.add']>;

export const addStandardActions = ({
  revisions,
  drafts,
  runningImports,
  moveOutcomes,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  /** @param changeId the change whose outcome another service will ask for */
  async function update(
    { id, action, standardId, categoryId }: Params,
    decide: (manifest: Manifest) => DraftUpdate<AddedStandard>,
    ctx: RequestContext,
    changeId?: string,
  ) {
    const toResult = ({ draft, result }: DraftUpdateResult<AddedStandard>) => ({
      project_id: id,
      version: draft.version,
      ...result,
    });
    const outcome = await drafts.update({
      projectId: id,
      by: ctx.person,
      ifMatch: ctx.ifMatch,
      decide({ manifest }) {
        const decided = decide(manifest);
        ctx.affects({ datasheets: countDatasheets(decided.changes) });
        return decided;
      },
      beforeCommit: async (session, changed) => {
        const { standard } = changed.result;
        const details = {
          action,
          standardId,
          revision: { id: changed.draft.id },
          version: changed.draft.version,
          standard_revision: standard.standard_revision,
          ...(standard.standard_id === standardId ? {} : { copyId: standard.standard_id }),
          ...(categoryId === undefined ? {} : { categoryId }),
        };
        if (changeId !== undefined) await moveOutcomes.recordMoved(changeId, session);
        return ctx.finish(session, { resource: { type: 'project', id }, details }, toResult(changed));
      },
    });
    if (!outcome.changed) ctx.markUnchanged();
    return toResult(outcome);
  }

  async function customize(params: Params, ctx: RequestContext, { head, subject }: LoadedProject) {
    ctx.assertAllowed('standard:customize', subject);
    const { id, standardId, replaceOriginal = true } = params;
    const draft = await revisions.find(head.draft_revision_id);
    if (!draft) throw noOpenDraft();
    const { changeId, copy, categoryId } = await copyForDraft(id, params, draft.manifest, ctx);
    const decide = (manifest: Manifest) =>
      pinCopy(manifest, copy, { standardId, categoryId, replaceOriginal });
    const settle = async () => {
      if (!ctx.isDryRun) await ctx.call('standards.draftCopies.settle', { standard_id: copy.standard_id });
    };
    const logFailure = (error: unknown) =>
      ctx.log.warn('projects: a copy for a draft is settled later by standards', error);
    try {
      return await update(params, decide, ctx, changeId);
    } finally {
      await settle().catch(logFailure);
    }
  }

  return {
    async 'projects.standards.add'(params, ctx, project) {
      const { id, action, standardId, categoryId, revisionId, name, replaceOriginal } = params;
      if (action === 'customize') return customize(params, ctx, project);
      rejectCustomizeFields({ name, replaceOriginal }, action);
      if (action === 'recategorize') return update(params, prepareRecategorize(standardId, categoryId), ctx);
      return runningImports.run(standardId, async () =>
        update(params, await prepareImport(id, standardId, revisionId, categoryId, ctx), ctx),
      );
    },
  };
};

/** Rejects fields that would have no effect. @throws VALIDATION_ERROR */
function rejectCustomizeFields(sent: Readonly<Record<string, unknown>>, action: string): void {
  const paths = Object.keys(sent).filter((path) => sent[path] !== undefined);
  if (paths.length === 0) return;
  throw validationError(
    paths.map((path) => ({
      path,
      message: `'${path}' is only allowed with the action customize. Omit it with ${action}.`,
    })),
  );
}
