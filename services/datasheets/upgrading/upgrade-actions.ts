/** Planning and applying the upgrade of one datasheet, and the counts other services show (decisions D4, D7). */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { type DatasheetsResources, type LoadedDatasheet, livePin, requireDraftPointer, requireLivePointer } from '../access.ts';
import type { DefinitionCache } from '../definition-cache.ts';
import { presentDatasheetRevision } from '../present.ts';
import type { Datasheets } from '../records/repository.ts';
import type { DatasheetSaver } from '../saving/datasheet-saver.ts';
import { saveExclusively } from '../saving/save-exclusively.ts';
import { presentPlan } from './present.ts';
import { assertSettled, planDatasheetUpgrade, settleUpgrade } from './rules.ts';
import { chooseTarget, loadTargetRevisions, projectStandardOf, requireTargetRevision } from './target.ts';
import { newUpgradeMove } from './upgrade-move.ts';

type UpgradeContracts = Pick<typeof datasheets, 'datasheets.upgradePlan' | 'datasheets.upgrade' | 'datasheets.planCounts'>;
type Contract = UpgradeContracts['datasheets.upgrade'];

interface Deps {
  records: Datasheets;
  definitions: DefinitionCache;
  turns: KeyedMutex;
  saves: DatasheetSaver;
}

/** The handlers that plan the upgrade of one datasheet and do it (document 3, upgrade). */
export function upgradeActions({ records, definitions, turns, saves }: Deps): Handlers<UpgradeContracts, DatasheetsResources> {
  /** One attempt over the head as it stands; null when another save was first. */
  async function attempt(params: ParamsOf<Contract>, call: Call, open: LoadedDatasheet): Promise<ResultOf<Contract> | null> {
    const { id, toStandardRevisionId, resolutions = [], summary, severity } = params;
    const { record, pointers } = open;
    const pointer = requireDraftPointer(open);
    const head = await records.requireRevision(pointer.revision_id);
    const { revision: target, pins } = await chooseTarget(call, projectStandardOf(open), toStandardRevisionId, pointers.pinned);
    if (target.id === head.standard_revision_id) {
      throw apiError('ALREADY_ON_TARGET', `The datasheet is already on revision ${target.code}.`);
    }
    const from = await definitions.load(call, head.standard_revision_id);
    const to = await definitions.load(call, target.id);
    const [by, at] = [call.person, new Date()];
    const planned = settleUpgrade({
      datasheetId: id,
      from,
      to,
      states: head.states,
      resolutions,
      path: 'resolutions',
      editor: { by, at: at.toISOString() },
    });
    assertSettled([planned]);

    const [revisionId = 0] = await records.nextRevisionIds(1);
    const move = newUpgradeMove({ id: revisionId, head, pointer, to, target, planned, severity, summary, by, at });
    const { revision } = move;
    const { conflicts, autoResolved, counts } = planned.plan;
    return saves.save(call, {
      project_id: record.project_id,
      moves: [move],
      pins,
      note: {
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
      },
    });
  }

  return {
    async 'datasheets.upgradePlan'({ toRevisionId, conflictOffset, conflictLimit }, call, open) {
      const revision = await records.requireRevision(requireLivePointer(open).revision_id);
      const target = requireTargetRevision(await loadTargetRevisions(call, projectStandardOf(open), livePin(open)), toRevisionId);
      const from = await definitions.load(call, revision.standard_revision_id);
      const to = await definitions.load(call, target.id);
      return presentPlan({
        revision,
        from,
        to,
        plan: planDatasheetUpgrade(from, to, revision.states),
        page: { offset: conflictOffset, limit: conflictLimit ?? null },
      });
    },

    'datasheets.upgrade': (params, call, open) => saveExclusively(turns, open, call, (fresh) => attempt(params, call, fresh)),

    async 'datasheets.planCounts'({ moves }, call) {
      const revisions = await records.findRevisions(moves.map((move) => move.revision_id));
      const plans = [];
      for (const { revision_id, to_standard_revision_id } of moves) {
        const revision = revisions.get(revision_id);
        if (!revision) throw new Error(`datasheet revision ${revision_id} does not exist`);
        const from = await definitions.load(call, revision.standard_revision_id);
        const to = await definitions.load(call, to_standard_revision_id);
        const { conflicts, counts } = planDatasheetUpgrade(from, to, revision.states);
        plans.push({
          revision_id,
          needsUpgrade: from.revision_id !== to.revision_id,
          conflictCount: conflicts.length,
          ...counts,
        });
      }
      return { plans };
    },
  };
}
