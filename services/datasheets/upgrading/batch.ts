/** Bringing the datasheets of a standard in one project in line: all of them or none (decisions S10, D7). */
import { randomUUID } from 'node:crypto';
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { openDraftOf, type ProjectAccess } from '../../../shared/kernel/project-access.ts';
import type { Pointer, Resources } from '../access.ts';
import type { Definitions } from '../definitions.ts';
import type { DatasheetRecords } from '../records/repository.ts';
import type { DraftHolding, ReadDraft } from '../staging/draft-holding.ts';
import type { Saves } from '../staging/saves.ts';
import { requireSettled, type SentResolution, settleUpgrade } from './rules.ts';
import { chooseTarget } from './target.ts';
import { upgradeMove } from './upgrade.ts';

type BatchContracts = Pick<typeof datasheets, 'standards.batchUpgrade'>;
type Contract = BatchContracts['standards.batchUpgrade'];

interface Deps {
  records: DatasheetRecords;
  definitions: Definitions;
  readDraft: ReadDraft;
  saves: Saves;
}

/** The handler that upgrades many datasheets of a standard: all of them or none. */
export function batchActions({ records, definitions, readDraft, saves }: Deps): Handlers<BatchContracts, Resources> {
  /** One attempt over the draft as it stands; null when another save was first. */
  async function attempt(batchId: string, params: Params<Contract>, call: Call, access: ProjectAccess) {
    const { standardId, project_id, to_revision_id, resolutions = {}, summary, severity } = params;
    const { pinned, sheets } = findSheets(await readDraft(access), params);
    const { revision: target, pins } = await chooseTarget(call, { projectId: project_id, standardId }, to_revision_id, pinned);
    const to = await definitions.at(call, target.id);
    const skipped: Result<Contract>['skipped'] = [];
    const due: Pointer[] = [];
    for (const sheet of sheets) {
      const row = { id: sheet.datasheet_id, name: sheet.name };
      if (sheet.archived) skipped.push({ ...row, reason: 'archived' });
      else if (sheet.standard_revision_id === target.id) skipped.push({ ...row, reason: 'already_on_target' });
      else due.push(sheet);
    }
    requireKnown(resolutions, sheets, due);

    const answer = { batchId, toStandardRevision: { id: target.id, code: target.code }, pinMoved: pins.length > 0, skipped };
    if (due.length === 0) {
      call.unchanged();
      return { ...answer, pinMoved: false, upgraded: [] };
    }
    const heads = await records.revisions(due.map((sheet) => sheet.revision_id));
    const [by, at] = [call.person, new Date()];
    const planned = [];
    for (const pointer of due) {
      const head = heads.get(pointer.revision_id);
      if (!head) throw new Error(`datasheet revision ${pointer.revision_id} is pointed to and does not exist`);
      const settled = settleUpgrade({
        datasheetId: pointer.datasheet_id,
        from: await definitions.at(call, head.standard_revision_id),
        to,
        states: head.states,
        resolutions: resolutions[String(pointer.datasheet_id)] ?? [],
        path: `resolutions.${pointer.datasheet_id}`,
        editor: { by, at: at.toISOString() },
      });
      planned.push({ pointer, head, settled });
    }
    requireSettled(planned.map((one) => one.settled));

    const ids = await records.newRevisionIds(planned.length);
    const moves = planned.map(({ pointer, head, settled }, index) =>
      upgradeMove({ id: ids[index] ?? 0, head, pointer, to, target, planned: settled, severity, summary, by, at }),
    );
    const upgraded = moves.map(({ revision }) => ({
      id: revision.datasheet_id,
      name: revision.name,
      version: revision.version,
      revision: { id: revision._id, code: revision.code },
    }));
    return saves.save(call, {
      project_id,
      moves,
      pins,
      note: {
        resource: { type: 'project', id: project_id },
        details: {
          revision: { id: openDraftOf(access) },
          batchId,
          standard_id: standardId,
          to: { id: target.id, code: target.code },
          pinMoved: pins.length > 0,
          upgraded: upgraded.map(({ id, revision }) => ({ id, revision })),
        },
      },
      answer: { ...answer, upgraded },
    });
  }

  return {
    'standards.batchUpgrade': (params, call, access) => {
      const batchId = randomUUID();
      return untilWritten(() => attempt(batchId, params, call, access));
    },
  };
}

interface Sheets {
  pinned: { id: number; code: string } | null;
  sheets: Pointer[];
}

/** The datasheets meant. @throws NOT_FOUND where the draft does not hold the standard, or not a datasheet named */
function findSheets({ standards, datasheets }: DraftHolding, { standardId, datasheet_ids }: Params<Contract>): Sheets {
  const held = standards.find((standard) => standard.standard_id === standardId);
  if (!held) throw notFound();
  const sheets = datasheets.filter((sheet) => sheet.standard_id === standardId);
  const pinned = held.archived ? null : held.standard_revision;
  if (datasheet_ids === undefined) return { pinned, sheets };
  const byId = new Map(sheets.map((sheet) => [sheet.datasheet_id, sheet]));
  const named = [...new Set(datasheet_ids)].map((id) => {
    const sheet = byId.get(id);
    if (!sheet) throw notFound();
    return sheet;
  });
  return { pinned, sheets: named };
}

/** The keys of resolutions are datasheets of this call (X13); one that has nothing to upgrade takes none (D7). @throws UNKNOWN_RESOLUTION */
function requireKnown(
  resolutions: Readonly<Record<string, SentResolution[]>>,
  sheets: readonly Pointer[],
  due: readonly Pointer[],
): void {
  const keysOf = (of: readonly Pointer[]) => new Set(of.map((sheet) => String(sheet.datasheet_id)));
  const [called, upgraded] = [keysOf(sheets), keysOf(due)];
  const unknown = Object.keys(resolutions).filter(
    (key) => !called.has(key) || (!upgraded.has(key) && (resolutions[key]?.length ?? 0) > 0),
  );
  if (unknown.length === 0) return;
  throw fail('UNKNOWN_RESOLUTION', `No datasheet of this upgrade is ${unknown.join(', ')}.`, {
    errors: unknown.map((key) => ({ path: `resolutions.${key}`, message: `No datasheet of this upgrade is ${key}.` })),
  });
}
