/**
 * Handler of `projects.standards.add`: imports a standard into the draft with its section, customises one, or
 * moves one to another section.
 */
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardEndpoints } from '../../../shared/contracts/projects/project-standards.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { apiError, noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { countDatasheets, draftChange } from '../drafts/draft-change.ts';
import type { DraftUpdate, DraftUpdateResult } from '../drafts/draft-transactions.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { Manifest, ManifestStandard } from '../revisions/manifest.ts';
import { presentStandardRow } from '../revisions/manifest-rows.ts';
import { adoptSections } from '../sections/adopt-sections.ts';
import { sectionChange } from '../sections/section-note.ts';
import { type AddedStandard, assertSectionExists } from '../standards/added-standard.ts';
import { copyForDraft, pinCopy } from '../standards/customized-copy.ts';
import { notPublishedError } from '../standards/errors.ts';

type Contracts = Pick<typeof projectStandardEndpoints, 'projects.standards.add'>;
type Params = ParamsOf<Contracts['projects.standards.add']>;
type StandardPinInfo = ResultOf<(typeof standardInternalActions)['standards.pinInfo']>;
type AddStandardUpdate = DraftUpdate<AddedStandard>;

export const addStandardActions = ({
  revisions,
  drafts,
  runningImports,
  moveOutcomes,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  /** @param changeId the change whose outcome another service will ask for */
  async function update(
    { id, action, standardId, categoryId }: Params,
    decide: (manifest: Manifest) => AddStandardUpdate,
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

/**
 * Loads the standard, and ids for the sections it may need, before the transaction: its decision may run more
 * than once and must not wait for other services. Unused ids are lost.
 */
async function prepareImport(
  projectId: number,
  standardId: number,
  revisionId: number | undefined,
  categoryId: number | undefined,
  ctx: RequestContext,
): Promise<(manifest: Manifest) => AddStandardUpdate> {
  const pinInfo = await ctx.call('standards.pinInfo', {
    standard_id: standardId,
    for_import: true,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
  });
  const path = categoryId === undefined ? pinInfo.category_path.map((name) => ({ name })) : [];
  return (before) => {
    assertImportable(before, pinInfo);
    if (!pinInfo.revision) throw notPublishedError();
    const { sections, added } = adoptSections(before.sections, {
      projectId,
      path,
      idsFor: (level) => pinInfo.section_ids.slice(level, level + 1),
    });
    const pin: ManifestStandard = {
      standard_id: standardId,
      name: pinInfo.name,
      description: pinInfo.description,
      standard_revision: { id: pinInfo.revision.id, code: pinInfo.revision.code },
      library: pinInfo.library,
      section_id:
        categoryId === undefined ? (sections.at(-1)?.id ?? null) : assertSectionExists(before, categoryId),
      archived: false,
    };
    const after = {
      ...before,
      sections: [...before.sections, ...added],
      standards: [...before.standards, pin],
    };
    return {
      result: { standard: presentStandardRow(pin, after), section_created: added.length > 0 },
      manifest: after,
      changes: [
        ...added.map((section) => sectionChange(section, 'added')),
        draftChange('standard', standardId, pin.name, 'imported'),
      ],
    };
  };
}

/** @throws ALREADY_HELD, STANDARD_DEPRECATED, NOT_PUBLISHED, STANDARD_UNDER_MODERATION_NOTICE, NAME_TAKEN */
function assertImportable({ standards }: Manifest, pinInfo: StandardPinInfo): void {
  const pin = standards.find(({ standard_id }) => standard_id === pinInfo.standard_id);
  if (pin) {
    const remedy = pin.archived ? 'It is archived in the draft: restore it.' : 'Use the existing one.';
    throw apiError('ALREADY_HELD', `The project already contains this standard. ${remedy}`, {
      metadata: { archived: pin.archived },
    });
  }
  if (pinInfo.deprecated)
    throw apiError('STANDARD_DEPRECATED', 'The standard is deprecated and can no longer be imported.');
  if (!pinInfo.revision) throw notPublishedError();
  if (!pinInfo.revision.eligible) {
    throw apiError(
      'STANDARD_UNDER_MODERATION_NOTICE',
      'This revision comes from a revoked edition. Import another revision.',
    );
  }
  const namesake = standards.find(({ name, archived }) => !archived && name === pinInfo.name);
  if (namesake) {
    throw apiError(
      'NAME_TAKEN',
      `The project already contains a standard named "${pinInfo.name}". Use that one.`,
      {
        metadata: { existingId: namesake.standard_id },
      },
    );
  }
}

function prepareRecategorize(
  standardId: number,
  categoryId: number | undefined,
): (manifest: Manifest) => AddStandardUpdate {
  if (categoryId === undefined) {
    throw validationError([
      { path: 'categoryId', message: "'categoryId' is required to recategorize a standard." },
    ]);
  }
  return (before) => {
    const pin = before.standards.find(({ standard_id }) => standard_id === standardId);
    if (!pin) throw notFound();
    const moved: ManifestStandard = { ...pin, section_id: assertSectionExists(before, categoryId) };
    const manifest = {
      ...before,
      standards: before.standards.map((standard) => (standard === pin ? moved : standard)),
    };
    return {
      result: { standard: presentStandardRow(moved, manifest), section_created: false },
      manifest,
      changes:
        pin.section_id === moved.section_id
          ? []
          : [draftChange('standard', standardId, pin.name, 'recategorized')],
    };
  };
}
