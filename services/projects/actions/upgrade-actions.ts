/**
 * Handlers of the upgrade status of a project, against its pins, its standards and the wiki, and of the upgrade plan
 * of its draft. Each calls another service once, however large the project is.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { projectUpgradeEndpoints } from '../../../shared/contracts/projects/upgrades.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  findReadableRevision,
  loadDraftManifest,
  manifestOrEmpty,
  type ProjectsResources,
} from '../access/load-project.ts';
import type { ProjectsService } from '../open-projects.ts';
import { type ManifestStandard, pinsByStandard } from '../revisions/manifest.ts';
import { loadRevisionLists } from '../standards/revision-lists.ts';
import {
  buildPlanRows,
  type EditionStatus,
  findStandardsBehind,
  findStandardsBehindWiki,
  findUpgrades,
  listActiveEntries,
  type PlanCounts,
  presentDatasheetsBehind,
} from '../upgrades/upgrade-status.ts';

export const projectUpgradeActions = ({
  revisions,
}: ProjectsService): Handlers<typeof projectUpgradeEndpoints, ProjectsResources> => ({
  async 'projects.upgradeStatus'({ revisionId }, ctx, project) {
    const full = await findReadableRevision(revisions, project, revisionId, ctx);
    const manifest = manifestOrEmpty(full);
    const entries = listActiveEntries(manifest);
    const { standards, datasheets } = entries;
    const ids = standards.map(({ standard_id }) => standard_id);
    const [lists, statuses] = await Promise.all([
      loadRevisionLists(revisions, project, ids, ctx, pinsByStandard(manifest)),
      loadEditionStatuses(standards, ctx),
    ]);
    const layers = {
      datasheetsBehind: presentDatasheetsBehind(findUpgrades(entries, manifest), lists),
      standardsBehind: findStandardsBehind(entries, lists),
      repositoryBehindWiki: findStandardsBehindWiki(entries, statuses),
    };
    const { datasheetsBehind, standardsBehind, repositoryBehindWiki } = layers;
    const lengths = Object.values(layers).map((rows) => rows.length);
    return {
      revision_id: full?.revision._id ?? null,
      datasheetsBehind: datasheetsBehind.slice(0, MAX_UNPAGED_ROWS),
      standardsBehind: standardsBehind.slice(0, MAX_UNPAGED_ROWS),
      repositoryBehindWiki: repositoryBehindWiki.slice(0, MAX_UNPAGED_ROWS),
      checked: { standards: standards.length, datasheets: datasheets.length },
      upToDate: lengths.every((length) => length === 0),
      truncated: lengths.some((length) => length > MAX_UNPAGED_ROWS),
    };
  },

  async 'projects.upgradePlan'(_params, ctx, project) {
    const manifest = await loadDraftManifest(revisions, project);
    const entries = listActiveEntries(manifest);
    const moves = findUpgrades(entries, manifest).map(({ sheet, pin }) => ({
      revision_id: sheet.revision_id,
      to_standard_revision_id: pin.id,
    }));
    const counts: PlanCounts =
      moves.length === 0
        ? { plans: [], failures: [] }
        : await ctx.call('datasheets.planCounts', { moves, with_warnings: true });
    const standards = buildPlanRows(entries, counts);
    return { standards, total: standards.length };
  },
});

/** The status of the pinned revisions against the wiki; none for a revision that was not adopted. */
async function loadEditionStatuses(
  standards: readonly ManifestStandard[],
  ctx: RequestContext,
): Promise<readonly EditionStatus[]> {
  const revision_ids = standards.map(({ standard_revision }) => standard_revision.id);
  if (revision_ids.length === 0) return [];
  return (await ctx.call('standards.editionStatuses', { revision_ids })).editions;
}
