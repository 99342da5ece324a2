/**
 * Handlers of lists: projects by access, verticals, statuses, and the revisions, standards and datasheets of
 * a project.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { projectReadEndpoints } from '../../../shared/contracts/projects/reading.ts';
import type { projectRow } from '../../../shared/contracts/projects/shapes.ts';
import { PROJECT_STATUSES, termById, VERTICALS } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { permissionDormant } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { hashCanonical } from '../../../shared/revisioning/outline/canonical-json.ts';
import { findAccessibleProjects } from '../access/accessible-projects.ts';
import type { ListedProject } from '../access/listed-projects.ts';
import {
  findReadableRevision,
  isAllowedOn,
  manifestOrEmpty,
  type ProjectsResources,
} from '../access/load-project.ts';
import type { Projects } from '../access/repository.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { ListedRevision } from '../revisions/listed-revisions.ts';
import { listDatasheets, listStandards, presentProjectRevision } from '../revisions/present.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';

type Contracts = Omit<typeof projectReadEndpoints, 'projects.details'>;
type ProjectRow = Infer<typeof projectRow>;

interface ProjectWithRole {
  head: ListedProject;
  role: ProjectRole;
}

const toNumberedRows = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));

export const projectListActions = ({
  projects,
  revisions,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.list'(_params, ctx) {
    const groups = await loadProjectGroups(projects, ctx);
    // Only a permission granted to a key can be dormant, as in whoami; a signed-in account simply has no projects yet.
    if (
      ctx.userPrincipal.credential.type === 'key' &&
      Object.values(groups).every((group) => group.length === 0)
    )
      throw permissionDormant('project:read');
    const rows = await loadProjectRows(revisions, Object.values(groups).flat(), ctx);
    const show = (listed: ProjectWithRole[]): ProjectRow[] =>
      listed.flatMap(({ head }) => rows.get(head._id) ?? []).slice(0, MAX_UNPAGED_ROWS);
    const { owned, company, shared } = groups;
    const shown = { owned: show(owned), company: show(company), shared: show(shared) };
    const total = shown.owned.length + shown.company.length + shown.shared.length;
    return {
      ...shown,
      total,
      truncated: [owned, company, shared].some((group) => group.length > MAX_UNPAGED_ROWS),
    };
  },

  async 'projects.verticalTypes'() {
    return { vertical_types: toNumberedRows(VERTICALS), total: VERTICALS.length };
  },

  async 'projects.statusTypes'() {
    return { status_types: toNumberedRows(PROJECT_STATUSES), total: PROJECT_STATUSES.length };
  },

  async 'projects.revisions'({ id }, ctx, project) {
    const withDraft = isAllowedOn(ctx, project)('project:draft:view');
    const { rows, total } = await revisions.listPage(id, withDraft, MAX_UNPAGED_ROWS);
    return {
      revisions: rows.map(presentProjectRevision),
      current_revision_id: project.head.issued_revision_id,
      total,
      truncated: total > rows.length,
    };
  },

  async 'projects.standards.list'({ revisionId, searchQuery, include_archived }, ctx, project) {
    const full = await findReadableRevision(revisions, project, revisionId, ctx);
    const standards = listStandards(manifestOrEmpty(full), {
      searchQuery,
      includeArchived: include_archived,
    });
    return {
      standards: standards.slice(0, MAX_UNPAGED_ROWS),
      revision_id: full?.revision._id ?? null,
      total: standards.length,
      truncated: standards.length > MAX_UNPAGED_ROWS,
    };
  },

  async 'projects.datasheets.list'({ revisionId, searchQuery, include_archived, format }, ctx, project) {
    const full = await findReadableRevision(revisions, project, revisionId, ctx);
    const datasheets = listDatasheets(manifestOrEmpty(full), {
      searchQuery,
      includeArchived: include_archived,
    });
    const page = {
      datasheets: datasheets.slice(0, MAX_UNPAGED_ROWS),
      truncated: datasheets.length > MAX_UNPAGED_ROWS,
    };
    if (format === 'verbose')
      return { ...page, revision_id: full?.revision._id ?? null, total: datasheets.length };
    return {
      ...page,
      project: full?.revision.header.name ?? project.head.name,
      revision: full ? Number(full.revision.code) : null,
      fingerprint: full && fingerprintRevision(full),
    };
  },
});

/** Identifies the revision of a list: the content hash of a published one, the manifest's hash of a draft. */
const fingerprintRevision = ({ revision, manifest }: RevisionWithManifest): string =>
  revision.content_hash ?? hashCanonical(manifest);

/** The projects of the caller, each once, in the strongest group: led by the caller, through the company, by membership. */
async function loadProjectGroups(
  projects: Projects,
  ctx: RequestContext,
): Promise<Record<'owned' | 'company' | 'shared', ProjectWithRole[]>> {
  const limits = { given: 3 * MAX_UNPAGED_ROWS, owned: MAX_UNPAGED_ROWS + 1 };
  const accessible = await findAccessibleProjects(projects, ctx.principal, limits);
  const others = await projects.findMany(
    accessible.flatMap(({ project_id, owned }) => (owned ? [] : project_id)),
  );
  const byId = new Map(others.map((head) => [head._id, head]));
  const groups: Record<'owned' | 'company' | 'shared', ProjectWithRole[]> = {
    owned: [],
    company: [],
    shared: [],
  };
  for (const { project_id, role, owned } of accessible) {
    const head = owned ?? byId.get(project_id);
    const group = role === 'ProjectOwner' ? 'owned' : owned ? 'company' : 'shared';
    if (head) groups[group].push({ head, role });
  }
  return groups;
}

/** Rows by project id, each from the newest revision that the caller may view. */
async function loadProjectRows(
  revisions: ProjectRevisions,
  listed: ProjectWithRole[],
  ctx: RequestContext,
): Promise<Map<number, ProjectRow>> {
  const rows = listed.map(({ head, role }) => {
    const canViewDraft = ctx.isAllowed('project:draft:view', { kind: 'project', role });
    return {
      head,
      role,
      revisionId: (canViewDraft ? head.draft_revision_id : null) ?? head.issued_revision_id,
    };
  });
  const heads = await revisions.findListed(rows.flatMap(({ revisionId }) => revisionId ?? []));
  const byId = new Map(heads.map((revision) => [revision.id, revision]));
  return new Map(
    rows.map(({ head, role, revisionId }) => [
      head._id,
      presentProjectRow(head, role, byId.get(revisionId ?? 0) ?? null),
    ]),
  );
}

function presentProjectRow(
  head: ListedProject,
  role: ProjectRole,
  revision: ListedRevision | null,
): ProjectRow {
  return {
    id: head._id,
    name: revision?.name ?? head.name,
    vertical: termById(VERTICALS, revision?.vertical_id ?? null),
    status: termById(PROJECT_STATUSES, revision?.status_id ?? null),
    revision_code: revision?.code ?? null,
    city: revision?.address_city ?? null,
    state: revision?.address_state ?? null,
    role,
    archived: head.archived_at !== null,
  };
}
