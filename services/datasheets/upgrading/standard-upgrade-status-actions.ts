/**
 * Handler of `standards.upgradeStatus`: the datasheets that are not on the current or a given revision of a
 * standard, each with the number of conflicts of its upgrade.
 */
import type { standardUpgradeStatusEndpoints } from '../../../shared/contracts/datasheets/standard-upgrade-status.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { DatasheetsResources } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { planDatasheetUpgrade } from './datasheet-upgrade.ts';

/** Datasheets whose values are in memory at a time. */
const BATCH_SIZE = 50;

export const standardUpgradeStatusActions = ({
  revisions,
  definitions,
}: DatasheetsService): Handlers<typeof standardUpgradeStatusEndpoints, DatasheetsResources> => {
  /** The number of conflicts that the upgrade of each of these datasheet revisions would have. */
  async function countConflicts(
    ctx: RequestContext,
    revisionIds: readonly number[],
    targetId: number,
  ): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    const to = revisionIds.length > 0 ? await definitions.load(ctx, targetId) : null;
    for (let start = 0; to && start < revisionIds.length; start += BATCH_SIZE) {
      const batch = await revisions.find(revisionIds.slice(start, start + BATCH_SIZE));
      for (const { _id, standard_revision_id, states } of batch.values()) {
        const from = await definitions.load(ctx, standard_revision_id);
        counts.set(_id, planDatasheetUpgrade(from, to, states).conflicts.length);
      }
    }
    return counts;
  }

  return {
    async 'standards.upgradeStatus'({ id, projectId, toStandardRevisionId }, ctx) {
      // Only a revision that the caller may read is a target.
      const { revision: target } = await ctx.call('standards.pinInfo', {
        standard_id: id,
        ...(toStandardRevisionId === undefined ? {} : { revision_id: toStandardRevisionId }),
      });
      const { datasheets, truncated } = await ctx.call('projects.datasheetsOnStandard', {
        standard_id: id,
        ...(projectId === undefined ? {} : { project_id: projectId }),
        ...(target ? { except_standard_revision_id: target.id } : {}),
      });
      const behind = target ? datasheets : [];
      const counts = await countConflicts(
        ctx,
        behind.map(({ revision_id }) => revision_id),
        target?.id ?? 0,
      );
      return {
        datasheets: behind.map(({ datasheet_id, name, project_id, revision_id }) => ({
          id: datasheet_id,
          name,
          project_id,
          conflictCount: counts.get(revision_id) ?? 0,
        })),
        availableRevision: target && { id: target.id, code: target.code },
        total: behind.length,
        truncated,
      };
    },
  };
};
