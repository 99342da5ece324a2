/**
 * Handler of `standards.batchUpgrade`: upgrades the datasheets of a standard in one project, or those named, to
 * another revision of it, all or none. Archived ones and those already on it are skipped.
 */
import { randomUUID } from 'node:crypto';
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type ProjectAccess, requireOpenDraft } from '../../../shared/projects/project-access.ts';
import type { DatasheetPointer, DatasheetsResources } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { type DatasheetRevision, missingRevisionError } from '../records/repository.ts';
import type { DraftManifest } from '../saving/draft-manifest.ts';
import {
  assertResolved,
  type ResolutionInput,
  type ResolvedUpgrade,
  resolveUpgrade,
} from './datasheet-upgrade.ts';
import { newUpgradeMove } from './new-upgrade-move.ts';
import { loadShiftedClauses, warnOfShiftedValues } from './shifted-values.ts';
import { chooseTarget } from './target.ts';

type BatchContracts = Pick<typeof datasheets, 'standards.batchUpgrade'>;
type Contract = BatchContracts['standards.batchUpgrade'];

export const batchUpgradeActions = ({
  revisions,
  definitions,
  loadDraft,
  saver,
}: DatasheetsService): Handlers<BatchContracts, DatasheetsResources> => {
  /** One attempt over the current draft; null when another save was first. */
  async function attempt(
    batchId: string,
    params: ParamsOf<Contract>,
    ctx: RequestContext,
    access: ProjectAccess,
  ) {
    const { standardId, project_id, to_revision_id, resolutions = {}, summary, severity } = params;
    const { pinned, sheets } = selectDatasheets(await loadDraft(access), params);
    const { revision: target, pins } = await chooseTarget(
      ctx,
      { projectId: project_id, standardId },
      to_revision_id,
      pinned,
    );
    const to = await definitions.load(ctx, target.id);
    const skipped: ResultOf<Contract>['skipped'] = [];
    const due: DatasheetPointer[] = [];
    for (const sheet of sheets) {
      const row = { id: sheet.datasheet_id, name: sheet.name };
      if (sheet.archived) skipped.push({ ...row, reason: 'archived' });
      else if (sheet.standard_revision_id === target.id)
        skipped.push({ ...row, reason: 'already_on_target' });
      else due.push(sheet);
    }
    assertKnownResolutions(resolutions, sheets, due);

    const outcome = {
      batchId,
      toStandardRevision: { id: target.id, code: target.code },
      pinMoved: pins.length > 0,
      skipped,
    };
    if (due.length === 0) {
      ctx.markUnchanged();
      return { ...outcome, pinMoved: false, upgraded: [] };
    }
    const heads = await revisions.find(due.map((sheet) => sheet.revision_id));
    const [by, at] = [ctx.person, new Date()];
    const planned: { pointer: DatasheetPointer; head: DatasheetRevision; resolved: ResolvedUpgrade }[] = [];
    for (const pointer of due) {
      const head = heads.get(pointer.revision_id);
      if (!head) throw missingRevisionError(pointer.revision_id);
      const resolved = resolveUpgrade({
        datasheetId: pointer.datasheet_id,
        from: await definitions.load(ctx, head.standard_revision_id),
        to,
        states: head.states,
        resolutions: resolutions[String(pointer.datasheet_id)] ?? [],
        path: `resolutions.${pointer.datasheet_id}`,
        editor: { by, at: at.toISOString() },
      });
      planned.push({ pointer, head, resolved });
    }
    assertResolved(planned.map((one) => one.resolved));

    const ids = await revisions.nextIds(planned.length);
    const moves = planned.map(({ pointer, head, resolved }, index) =>
      newUpgradeMove({
        id: ids[index] ?? 0,
        head,
        pointer,
        to,
        target,
        planned: resolved,
        severity,
        summary,
        by,
        at,
      }),
    );
    const pairOf = (head: DatasheetRevision) => ({ from: head.standard_revision_id, to: target.id });
    const shiftedIn = await loadShiftedClauses(
      ctx,
      planned.map(({ head }) => pairOf(head)),
    );
    const upgraded = moves.map(({ revision }, index) => {
      const { head, resolved } = planned[index] ?? {};
      return {
        id: revision.datasheet_id,
        name: revision.name,
        version: revision.version,
        revision: { id: revision._id, code: revision.code },
        warnings: head && resolved ? warnOfShiftedValues(resolved.plan, shiftedIn(pairOf(head))) : [],
      };
    });
    return saver.save(ctx, {
      project_id,
      moves,
      pins,
      auditEntry: {
        resource: { type: 'project', id: project_id },
        details: {
          revision: { id: requireOpenDraft(access) },
          batchId,
          standard_id: standardId,
          to: { id: target.id, code: target.code },
          pinMoved: pins.length > 0,
          upgraded: upgraded.map(({ id, revision }) => ({ id, revision })),
        },
      },
      result: { ...outcome, upgraded },
    });
  }

  return {
    'standards.batchUpgrade': (params, ctx, access) => {
      const batchId = randomUUID();
      return retryUntilSaved(() => attempt(batchId, params, ctx, access));
    },
  };
};

interface DatasheetSelection {
  pinned: { id: number; code: string } | null;
  sheets: DatasheetPointer[];
}

/** The datasheets to upgrade. @throws NOT_FOUND when the standard or a datasheet is not in the draft */
function selectDatasheets(
  { standards, datasheets }: DraftManifest,
  { standardId, datasheet_ids }: ParamsOf<Contract>,
): DatasheetSelection {
  const standard = standards.find(({ standard_id }) => standard_id === standardId);
  if (!standard) throw notFound();
  const sheets = datasheets.filter((sheet) => sheet.standard_id === standardId);
  const pinned = standard.archived ? null : standard.standard_revision;
  if (datasheet_ids === undefined) return { pinned, sheets };
  const byId = new Map(sheets.map((sheet) => [sheet.datasheet_id, sheet]));
  const named = [...new Set(datasheet_ids)].map((id) => {
    const sheet = byId.get(id);
    if (!sheet) throw notFound();
    return sheet;
  });
  return { pinned, sheets: named };
}

/**
 * Keys of resolutions must be datasheets of this call, and those without an upgrade have none.
 * @throws UNKNOWN_RESOLUTION
 */
function assertKnownResolutions(
  resolutions: Readonly<Record<string, ResolutionInput[]>>,
  sheets: readonly DatasheetPointer[],
  due: readonly DatasheetPointer[],
): void {
  const keysOf = (of: readonly DatasheetPointer[]) => new Set(of.map((sheet) => String(sheet.datasheet_id)));
  const [called, upgraded] = [keysOf(sheets), keysOf(due)];
  const unknown = Object.keys(resolutions).filter(
    (key) => !called.has(key) || (!upgraded.has(key) && (resolutions[key]?.length ?? 0) > 0),
  );
  if (unknown.length === 0) return;
  throw apiError('UNKNOWN_RESOLUTION', `Not part of this upgrade: ${unknown.join(', ')}.`, {
    errors: unknown.map((key) => ({
      path: `resolutions.${key}`,
      message: `Datasheet ${key} is not part of this upgrade.`,
    })),
  });
}
