/**
 * Handler of `projects.edit`: saves header fields into the open draft, merged field by field when based on an
 * older version.
 */
import type { projectLifecycleEndpoints } from '../../../shared/contracts/projects/lifecycle.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, draftClosed } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { draftChange } from '../drafts/draft-change.ts';
import type { DraftState, DraftUpdate, DraftUpdateResult } from '../drafts/draft-transactions.ts';
import { needsUpdatePermission, parseHeader, wouldLoseSummary } from '../header/fields.ts';
import { resolveCompanyNames, selectHeaderCompanies } from '../header/header-companies.ts';
import { findLastEdit, type HeaderResolution, mergeHeader, recordHeaderEdits } from '../header/merge.ts';
import { assertMayChooseCompany, assertProjectWithinQuota } from '../header/owner-company.ts';
import { presentHeader } from '../header/present.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { CompanyName, HeaderRecord } from '../revisions/model.ts';
import type { DraftVersions } from '../revisions/repository.ts';

type Contract = (typeof projectLifecycleEndpoints)['projects.edit'];
type EditResult = Infer<Contract['returns']>;

interface HeaderSave {
  fields: Partial<HeaderRecord>;
  names: CompanyName[];
  baseVersion: string;
  confirmReplace: boolean;
  resolvedConflicts: HeaderResolution[];
  conflictVersion: string | undefined;
}

export const editHeaderActions = ({
  drafts,
  versions,
}: ProjectsService): Handlers<
  Pick<typeof projectLifecycleEndpoints, 'projects.edit'>,
  ProjectsResources
> => ({
  async 'projects.edit'(params, ctx, project) {
    const { id, baseVersion, confirm_replace, resolvedConflicts, conflictVersion, ...sent } = params;
    const fields = parseHeader(sent);
    if (needsUpdatePermission(fields)) ctx.assertAllowed('project:update', project.subject);
    assertOwnerChangeAllowed(fields, project, ctx);
    const companyId = fields.owner_company_id ?? null;
    if (companyId !== null && project.head.owner_company_id === null)
      await assertProjectWithinQuota(id, companyId, ctx);
    const save: HeaderSave = {
      fields,
      names: await resolveCompanyNames(fields, [], ctx),
      baseVersion,
      confirmReplace: confirm_replace ?? false,
      resolvedConflicts: resolvedConflicts ?? [],
      conflictVersion,
    };
    const noteOf = ({ draft }: Pick<DraftUpdateResult<unknown>, 'draft'>) => ({
      resource: { type: 'project', id },
      details: {
        revision: { id: draft.id },
        version: draft.version,
        fields: Object.keys(fields),
        ...(save.resolvedConflicts.length > 0
          ? { resolvedConflicts: save.resolvedConflicts, conflictVersion }
          : {}),
        ...ownerAuditDetails(project.head, fields),
      },
    });
    const outcome = await drafts.update({
      projectId: id,
      by: ctx.person,
      decide: (state) => decideHeaderUpdate(state, save, versions, ctx),
      beforeCommit: (session, written) => ctx.audit(session, noteOf(written)),
      closedError: draftClosed,
    });
    if (!outcome.changed) {
      // Choices are audited even if all of them keep the stored value.
      if (save.resolvedConflicts.length > 0) await ctx.audit(null, noteOf(outcome));
      else ctx.markUnchanged();
    }
    return { ...outcome.result, version: outcome.draft.version };
  },
});

/** Recorded because the owner company gives its members their roles on the project. */
const ownerAuditDetails = ({ owner_company_id }: LoadedProject['head'], fields: Partial<HeaderRecord>) =>
  fields.owner_company_id === undefined || fields.owner_company_id === owner_company_id
    ? {}
    : { before: { owner_company_id }, after: { owner_company_id: fields.owner_company_id } };

/** The owner company is fixed once it is set; only the creator chooses it, in a browser session. */
function assertOwnerChangeAllowed(
  { owner_company_id: companyId }: Partial<HeaderRecord>,
  { head }: LoadedProject,
  ctx: RequestContext,
): void {
  if (companyId === undefined || companyId === head.owner_company_id) return;
  if (head.owner_company_id !== null) {
    throw apiError(
      'OWNER_COMPANY_FIXED',
      'The project already belongs to a company, which cannot be changed. Omit owner_company_id.',
    );
  }
  if (companyId !== null) assertMayChooseCompany(companyId, head, ctx, 'owner_company_id');
}

async function decideHeaderUpdate(
  state: DraftState,
  save: HeaderSave,
  versions: DraftVersions,
  ctx: RequestContext,
): Promise<DraftUpdate<Omit<EditResult, 'version'>>> {
  const { head, revision, session } = state;
  const headerAt = async (version: string): Promise<HeaderRecord | null> => {
    if (version === revision.version) return revision.header;
    const known = await versions.find(head._id, version, session);
    if (!known || known.draft_revision_id !== revision._id) return null;
    return versions.findHeaderAt(revision._id, known.sequence, session);
  };
  const base = await headerAt(save.baseVersion);
  if (!base) {
    const known = await versions.find(head._id, save.baseVersion, session);
    if (known) throw draftClosed();
    throw apiError(
      'EDIT_CONFLICT',
      'The version you sent does not exist in this draft. Reload the project and repeat the change.',
      {
        metadata: { reason: 'stale', currentVersion: revision.version },
      },
    );
  }
  const headerAtConflict = save.conflictVersion === undefined ? null : await headerAt(save.conflictVersion);
  const merge = mergeHeader(base, revision.header, save.fields, save.resolvedConflicts, headerAtConflict);
  if (merge.conflicts.length > 0) {
    throw apiError(
      'EDIT_CONFLICT',
      'Someone else changed the same fields to different values. Nothing was saved.',
      {
        metadata: {
          reason: 'fields',
          currentVersion: revision.version,
          conflicts: merge.conflicts.map((conflict) => ({
            ...conflict,
            ...findLastEdit(revision.header_edits, conflict.field),
          })),
        },
      },
    );
  }
  if (
    merge.changedFields.includes('summary') &&
    wouldLoseSummary(revision.header.summary, merge.header.summary) &&
    !save.confirmReplace
  ) {
    throw apiError(
      'CONFIRM_REPLACE_REQUIRED',
      'The new summary does not contain the stored one. Send confirm_replace true to replace it.',
      {
        members: { requiresConfirmation: true },
        errors: [{ path: 'summary', message: 'The stored summary would be lost.' }],
      },
    );
  }
  const at = new Date();
  const companies = selectHeaderCompanies(merge.header, [...revision.companies, ...save.names]);
  const { changedFields, changedByOthers } = merge;
  return {
    result: {
      id: head._id,
      header: presentHeader(merge.header, companies),
      ...(changedByOthers.length > 0
        ? {
            merged: true,
            mergedChanges: changedByOthers.flatMap((field) => {
              const edit = findLastEdit(revision.header_edits, field);
              return edit ? [{ field, ...edit }] : [];
            }),
          }
        : {}),
    },
    header: {
      header: merge.header,
      companies,
      header_edits: recordHeaderEdits(revision.header_edits, changedFields, ctx.person, at),
    },
    ...(changedFields.includes('owner_company_id')
      ? { project: { owner_company_id: merge.header.owner_company_id } }
      : {}),
    changes: changedFields.map((field) => draftChange('header', field, field, 'changed')),
  };
}
