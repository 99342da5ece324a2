/**
 * Internal actions that report where projects use a standard: revisions, drafts and running imports (before its
 * deletion), and datasheets (for upgrade status).
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardUseActions } from '../../../shared/contracts/projects/standard-use.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { loadRoles } from '../access/accessible-projects.ts';
import {
  findProject,
  findReadableRevision,
  isAllowedOn,
  manifestOrEmpty,
  type ProjectsResources,
} from '../access/load-project.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = typeof projectStandardUseActions;
type DatasheetRow = ResultOf<Contracts['projects.datasheetsOnStandard']>['datasheets'][number];

/** Maximum drafts searched for those that a refused deletion may name to the caller. */
const MAX_NAMED_DRAFTS = 1_000;

export const standardUseActions = ({
  projects,
  revisions,
  runningImports,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.standardUse'({ standard_id }, ctx) {
    // Read first: an import that ends after this read is in its draft.
    const is_being_imported = await runningImports.has(standard_id);
    if (await revisions.isInPublishedRevision(standard_id))
      return { is_being_imported, in_published_revision: true, in_draft: true, readable_projects: [] };
    const holders = await revisions.findDraftsContaining(standard_id, MAX_NAMED_DRAFTS);
    const found = await Promise.all(holders.map((id) => findProject(projects, id, ctx)));
    const readable = found.flatMap((project) =>
      project && isAllowedOn(ctx, project)('project:read') ? [project.head] : [],
    );
    return {
      is_being_imported,
      in_published_revision: false,
      in_draft: holders.length > 0,
      readable_projects: readable.map(({ _id, name }) => ({ id: _id, name })),
    };
  },

  async 'projects.datasheetsOnStandard'({ standard_id, project_id, except_standard_revision_id }, ctx) {
    const roles = await loadRoles(projects, project_id, ctx);
    if (project_id !== undefined && roles.size === 0) throw notFound();
    const heads = await projects.findMany(
      await revisions.findProjectsContaining(standard_id, [...roles.keys()]),
    );
    const datasheets: DatasheetRow[] = [];
    for (const head of heads.toSorted((a, b) => a._id - b._id)) {
      const role = roles.get(head._id);
      if (!role) continue;
      const project = { head, role, subject: { kind: 'project' as const, role } };
      const isAllowed = isAllowedOn(ctx, project);
      if (!isAllowed('project:read') || !isAllowed('datasheet:read')) continue;
      const { datasheets: sheets } = manifestOrEmpty(
        await findReadableRevision(revisions, project, undefined, ctx),
      );
      for (const { datasheet_id, name, revision_id, ...sheet } of sheets) {
        if (sheet.standard_id !== standard_id || sheet.archived) continue;
        if (sheet.standard_revision_id === except_standard_revision_id) continue;
        if (datasheets.length === MAX_UNPAGED_ROWS) return { datasheets, truncated: true };
        datasheets.push({ project_id: head._id, datasheet_id, name, revision_id });
      }
    }
    return { datasheets, truncated: false };
  },
});
