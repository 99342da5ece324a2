/** Creating a project: its head, its lead and its first draft (document 3; decisions P1, P14). */
import type { projectsWriting } from '../../../shared/contracts/projects/writing.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { nextProjectRevisionCode } from '../../../shared/revisioning/codes.ts';
import { newVersion } from '../../../shared/revisioning/version.ts';
import type { Resources } from '../access/open-project.ts';
import { EMPTY_MANIFEST } from '../revisions/manifest.ts';
import type { RevisionHead } from '../revisions/model.ts';
import type { Stores } from '../stores.ts';
import { nameCompanies, requireOwnCompany, sealCompanies } from './companies.ts';
import { newHeader, readHeader } from './fields.ts';
import { presentHeader, presentRevision } from './present.ts';

export const createActions = ({
  drafts,
  counters,
}: Stores): Handlers<Pick<typeof projectsWriting, 'projects.create'>, Resources> => ({
  async 'projects.create'({ name, ...sent }, call) {
    const { user, company } = call.user;
    if (typeof sent.owner_company_id === 'number') requireOwnCompany(sent.owner_company_id, call, 'owner_company_id');
    const header = { ...newHeader(name), ...readHeader(sent), owner_company_id: company?.id ?? null };
    const companies = sealCompanies(header, await nameCompanies(header, [], call));
    const [projectId, draftId] = [await counters.next('projects'), await counters.next('project_revisions')];
    const [by, at, version] = [call.person, new Date(), newVersion()];
    const draft: RevisionHead = {
      _id: draftId,
      project_id: projectId,
      code: nextProjectRevisionCode(null),
      is_draft: true,
      version,
      sequence: 0,
      name: '',
      description: '',
      revision_type: 'other',
      created_at: at,
      created_by: by,
      published_at: null,
      published_by: null,
      content_hash: null,
      header,
      companies,
      header_edits: [],
      standard_ids: [],
      section_ids: [],
    };
    await drafts.createProject(
      {
        _id: projectId,
        name,
        draft_name: name,
        created_by: by,
        created_at: at,
        owner_company_id: header.owner_company_id,
        draft_revision_id: draftId,
        issued_revision_id: null,
        archived_at: null,
        retention_until: null,
      },
      { project_id: projectId, user_id: user.id, role: 'ProjectOwner', name: user.name, company_id: company?.id ?? null },
      draft,
      EMPTY_MANIFEST,
      (session) =>
        call.audit(session, { resource: { type: 'project', id: projectId }, details: { name, draft_revision_id: draftId } }),
    );
    return {
      id: projectId,
      ...presentHeader(header, companies),
      revision: presentRevision(draft),
      role: 'ProjectOwner',
      current_revision_id: null,
      archived: false,
      archived_at: null,
      retention_until: null,
      draftVersion: version,
    };
  },
});
