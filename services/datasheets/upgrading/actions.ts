/** Planning and applying the upgrade of one datasheet, and the counts other services show (decisions D4, D7). */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import type { Turns } from '../../../shared/kernel/database/turns.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { draftPointer, livePin, livePointer, type OpenDatasheet, type Resources } from '../access.ts';
import type { Definitions } from '../definitions.ts';
import { presentRevision } from '../present.ts';
import type { DatasheetRecords } from '../records/repository.ts';
import { saveInTurn } from '../staging/save-in-turn.ts';
import type { Saves } from '../staging/saves.ts';
import { presentPlan } from './present.ts';
import { planOf, requireSettled, settleUpgrade } from './rules.ts';
import { chooseTarget, placeOf, readLine, revisionIn } from './target.ts';
import { upgradeMove } from './upgrade.ts';

type UpgradeContracts = Pick<typeof datasheets, 'datasheets.upgradePlan' | 'datasheets.upgrade' | 'datasheets.planCounts'>;
type Contract = UpgradeContracts['datasheets.upgrade'];

interface Deps {
  records: DatasheetRecords;
  definitions: Definitions;
  turns: Turns;
  saves: Saves;
}

/** The handlers that plan the upgrade of one datasheet and do it (document 3, upgrade). */
export function upgradingActions({ records, definitions, turns, saves }: Deps): Handlers<UpgradeContracts, Resources> {
  /** One attempt over the head as it stands; null when another save was first. */
  async function attempt(params: Params<Contract>, call: Call, open: OpenDatasheet): Promise<Result<Contract> | null> {
    const { id, toStandardRevisionId, resolutions = [], summary, severity } = params;
    const { record, pointers } = open;
    const pointer = draftPointer(open);
    const head = await records.revision(pointer.revision_id);
    const { revision: target, pins } = await chooseTarget(call, placeOf(open), toStandardRevisionId, pointers.pinned);
    if (target.id === head.standard_revision_id) {
      throw fail('ALREADY_ON_TARGET', `The datasheet is on revision ${target.code} already.`);
    }
    const from = await definitions.at(call, head.standard_revision_id);
    const to = await definitions.at(call, target.id);
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
    requireSettled([planned]);

    const [revisionId = 0] = await records.newRevisionIds(1);
    const move = upgradeMove({ id: revisionId, head, pointer, to, target, planned, severity, summary, by, at });
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
      answer: {
        id,
        version: revision.version,
        revision: presentRevision(revision),
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
      const revision = await records.revision(livePointer(open).revision_id);
      const target = revisionIn(await readLine(call, placeOf(open), livePin(open)), toRevisionId);
      const from = await definitions.at(call, revision.standard_revision_id);
      const to = await definitions.at(call, target.id);
      return presentPlan({
        revision,
        from,
        to,
        plan: planOf(from, to, revision.states),
        page: { offset: conflictOffset, limit: conflictLimit ?? null },
      });
    },

    'datasheets.upgrade': (params, call, open) => saveInTurn(turns, open, call, (fresh) => attempt(params, call, fresh)),

    async 'datasheets.planCounts'({ moves }, call) {
      const revisions = await records.revisions(moves.map((move) => move.revision_id));
      const plans = [];
      for (const { revision_id, to_standard_revision_id } of moves) {
        const revision = revisions.get(revision_id);
        if (!revision) throw new Error(`datasheet revision ${revision_id} does not exist`);
        const from = await definitions.at(call, revision.standard_revision_id);
        const to = await definitions.at(call, to_standard_revision_id);
        const { conflicts, counts } = planOf(from, to, revision.states);
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
