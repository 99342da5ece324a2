/** Handler of `projects.create`: stores a project with its creator as lead and its first draft. */
import type { projectLifecycleEndpoints } from '../../../shared/contracts/projects/lifecycle.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { newHeader, parseHeader } from '../header/fields.ts';
import { assertOwnCompany, resolveCompanyNames, selectHeaderCompanies } from '../header/header-companies.ts';
import { presentHeader } from '../header/present.ts';
import type { ProjectsService } from '../open-projects.ts';
import { EMPTY_MANIFEST } from '../revisions/manifest.ts';
import { newDraft } from '../revisions/new-draft.ts';
import { presentProjectRevision } from '../revisions/present.ts';

export const createProjectActions = ({
  projects,
  revisions,
  drafts,
}: ProjectsService): Handlers<
  Pick<typeof projectLifecycleEndpoints, 'projects.create'>,
  ProjectsResources
> => ({
  async 'projects.create'({ name, ...sent }, ctx) {
    const { user, company } = ctx.userPrincipal;
    if (typeof sent.owner_company_id === 'number')
      assertOwnCompany(sent.owner_company_id, ctx, 'owner_company_id');
    const header = { ...newHeader(name), ...parseHeader(sent), owner_company_id: company?.id ?? null };
    const companies = selectHeaderCompanies(header, await resolveCompanyNames(header, [], ctx));
    const [projectId, draftId] = [await projects.nextId(), await revisions.nextId()];
    const draft = newDraft(
      { project_id: projectId, header, companies, standard_ids: [], section_ids: [] },
      { id: draftId, after: null, by: ctx.person },
    );
    const after = { user_id: user.id, role: 'ProjectOwner', owner_company_id: header.owner_company_id };
    const details = { name, revision: { id: draftId }, before: null, after };
    return drafts.createProject({
      project: {
        _id: projectId,
        name,
        draft_name: name,
        created_by: draft.created_by,
        created_at: draft.created_at,
        owner_company_id: header.owner_company_id,
        draft_revision_id: draftId,
        issued_revision_id: null,
        archived_at: null,
        retention_until: null,
        archived_reason: null,
      },
      lead: {
        project_id: projectId,
        user_id: user.id,
        role: 'ProjectOwner',
        name: user.name,
        company_id: company?.id ?? null,
        given_at: draft.created_at,
        // Creating uses a seat of the company but is never refused for want of one.
        seat_company_id: company?.id ?? null,
      },
      draft,
      manifest: EMPTY_MANIFEST,
      beforeCommit: (session) =>
        ctx.finish(
          session,
          { resource: { type: 'project', id: projectId }, details },
          {
            id: projectId,
            ...presentHeader(header, companies),
            revision: presentProjectRevision(draft),
            role: 'ProjectOwner' as const,
            current_revision_id: null,
            archived: false,
            archived_at: null,
            retention_until: null,
            archived_reason: null,
            draftVersion: draft.version,
          },
        ),
    });
  },
});
