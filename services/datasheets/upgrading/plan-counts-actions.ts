/**
 * Handler of `datasheets.planCounts`: the counts of upgrade plans and their warnings, for previews and upgrade plans
 * of projects.
 */
import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { DatasheetsResources } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { planDatasheetUpgrade } from './datasheet-upgrade.ts';
import { loadShiftedClauses, warnOfShiftedValues } from './shifted-values.ts';

type PlanContracts = Pick<typeof datasheetInternalActions, 'datasheets.planCounts'>;
type PlanCounts = ResultOf<PlanContracts['datasheets.planCounts']>;

/** Datasheets whose values are in memory at a time. */
const BATCH_SIZE = 50;

export const planCountsActions = ({
  revisions,
  definitions,
}: DatasheetsService): Handlers<PlanContracts, DatasheetsResources> => ({
  async 'datasheets.planCounts'({ moves, with_warnings }, ctx) {
    const plans: PlanCounts['plans'] = [];
    const failures: PlanCounts['failures'] = [];
    for (let start = 0; start < moves.length; start += BATCH_SIZE) {
      const batch = moves.slice(start, start + BATCH_SIZE);
      const sources = await revisions.find(batch.map(({ revision_id }) => revision_id));
      const known = await definitions.loadMany(ctx, [
        ...[...sources.values()].map(({ standard_revision_id }) => standard_revision_id),
        ...batch.map(({ to_standard_revision_id }) => to_standard_revision_id),
      ]);
      const pairs = batch.flatMap(({ revision_id, to_standard_revision_id: to }) => {
        const from = sources.get(revision_id)?.standard_revision_id;
        return from === undefined ? [] : [{ from, to }];
      });
      const shiftedIn = await loadShiftedClauses(ctx, with_warnings ? pairs : []);
      for (const { revision_id, to_standard_revision_id } of batch) {
        const source = sources.get(revision_id);
        const from = source && known.get(source.standard_revision_id);
        const to = known.get(to_standard_revision_id);
        if (!source) failures.push({ revision_id, message: 'its revision is missing.' });
        else if (!from || !to) failures.push({ revision_id, message: 'a standard revision is missing.' });
        else {
          const plan = planDatasheetUpgrade(from, to, source.states);
          const { conflicts, counts } = plan;
          const shifted = shiftedIn({ from: from.revision_id, to: to.revision_id });
          const warnings = warnOfShiftedValues(plan, shifted).map(({ values, ...warning }) => ({
            ...warning,
            valueCount: values.length,
          }));
          const needsUpgrade = from.revision_id !== to.revision_id;
          plans.push({ revision_id, needsUpgrade, conflictCount: conflicts.length, ...counts, warnings });
        }
      }
    }
    return { plans, failures };
  },
});
