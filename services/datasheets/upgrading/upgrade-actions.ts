/**
 * Handlers that show the upgrade plan of one datasheet, and upgrade it in the open draft by a plan that is fully
 * resolved. Several datasheets together: `batch-actions.ts`.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  type DatasheetsResources,
  type LoadedDatasheet,
  livePin,
  requireDraftPointer,
  requireLivePointer,
} from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { presentDatasheetRevision } from '../present.ts';
import { loadPrintedNumbers } from '../printed-numbers.ts';
import { saveExclusively } from '../saving/save-exclusively.ts';
import { assertResolved, planDatasheetUpgrade, resolveUpgrade } from './datasheet-upgrade.ts';
import { newUpgradeMove } from './new-upgrade-move.ts';
import { presentPlan } from './present.ts';
import { loadShiftedClauses, warnOfShiftedValues } from './shifted-values.ts';
import { chooseTarget, loadTargetRevisions, projectStandardOf, requireTargetRevision } from './target.ts';

type UpgradeContracts = Pick<typeof datasheets, 'datasheets.upgradePlan' | 'datasheets.upgrade'>;
type Contract = UpgradeContracts['datasheets.upgrade'];

export const upgradeActions = ({
  revisions,
  definitions,
  mutex,
  saver,
}: DatasheetsService): Handlers<UpgradeContracts, DatasheetsResources> => {
  /** One attempt over the current head; null when another save was first. */
  async function attempt(
    params: ParamsOf<Contract>,
    ctx: RequestContext,
    datasheet: LoadedDatasheet,
  ): Promise<ResultOf<Contract> | null> {
    const { id, toStandardRevisionId, resolutions = [], summary, severity } = params;
    const { record, pointers } = datasheet;
    const pointer = requireDraftPointer(datasheet);
    const head = await revisions.require(pointer.revision_id);
    assertIfMatch(ctx.ifMatch, head.version);
    const { revision: target, pins } = await chooseTarget(
      ctx,
      projectStandardOf(datasheet),
      toStandardRevisionId,
      pointers.pinned,
    );
    if (target.id === head.standard_revision_id) {
      throw apiError('ALREADY_ON_TARGET', `The datasheet is already on revision ${target.code}.`);
    }
    const from = await definitions.load(ctx, head.standard_revision_id);
    const to = await definitions.load(ctx, target.id);
    const [by, at] = [ctx.person, new Date()];
    const planned = resolveUpgrade({
      datasheetId: id,
      from,
      to,
      states: head.states,
      resolutions,
      path: 'resolutions',
      editor: { by, at: at.toISOString() },
    });
    assertResolved([planned]);
    const pair = { from: from.revision_id, to: to.revision_id };
    const shiftedIn = await loadShiftedClauses(ctx, [pair]);

    const revisionId = await revisions.nextId();
    const move = newUpgradeMove({
      id: revisionId,
      head,
      pointer,
      to,
      target,
      planned,
      severity,
      summary,
      by,
      at,
    });
    const { revision } = move;
    const { conflicts, autoResolved, counts } = planned.plan;
    return saver.save(ctx, {
      project_id: record.project_id,
      moves: [move],
      pins,
      auditEntry: {
        resource: { type: 'datasheet', id },
        details: {
          revision: { id: revision._id, code: revision.code },
          from: { id: from.revision_id, code: from.code },
          to: { id: to.revision_id, code: to.code },
          pinMoved: pins.length > 0,
          resolutions: resolutions.length,
        },
      },
      result: {
        id,
        version: revision.version,
        revision: presentDatasheetRevision(revision),
        fromStandardRevision: { id: from.revision_id, code: from.code },
        toStandardRevision: { id: to.revision_id, code: to.code },
        pinMoved: pins.length > 0,
        resolved: conflicts.length,
        autoResolved: autoResolved.length,
        additions: counts.additions,
        removals: counts.removals,
        warnings: warnOfShiftedValues(planned.plan, shiftedIn(pair)),
      },
    });
  }

  return {
    async 'datasheets.upgradePlan'({ toRevisionId, conflictOffset, conflictLimit }, ctx, datasheet) {
      const revision = await revisions.require(requireLivePointer(datasheet).revision_id);
      const target = requireTargetRevision(
        await loadTargetRevisions(ctx, projectStandardOf(datasheet), livePin(datasheet)),
        toRevisionId,
      );
      const from = await definitions.load(ctx, revision.standard_revision_id);
      const to = await definitions.load(ctx, target.id);
      const pair = { from: from.revision_id, to: to.revision_id };
      const shiftedIn = await loadShiftedClauses(ctx, [pair], { withTexts: true });
      return presentPlan({
        revision,
        from,
        to,
        plan: planDatasheetUpgrade(from, to, revision.states),
        numbersOf: await loadPrintedNumbers(ctx, [from, to]),
        shifted: shiftedIn(pair),
        page: { offset: conflictOffset, limit: conflictLimit ?? null },
      });
    },

    'datasheets.upgrade': (params, ctx, datasheet) =>
      saveExclusively(mutex, datasheet, ctx, (fresh) => attempt(params, ctx, fresh)),
  };
};
