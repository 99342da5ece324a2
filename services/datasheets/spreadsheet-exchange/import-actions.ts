/**
 * Handler of `datasheets.import`: saves the changed cells of an exported file as revisions of their datasheets, all or
 * none, merged with what others have saved since the export.
 */
import { randomUUID } from 'node:crypto';
import type { spreadsheetEndpoints } from '../../../shared/contracts/datasheets/spreadsheets.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type ProjectAccess, requireOpenDraft } from '../../../shared/projects/project-access.ts';
import type { DatasheetPointer, DatasheetsResources } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { presentDatasheetRevision } from '../present.ts';
import { newDatasheetRevision, successorOf } from '../records/new-revision.ts';
import { type DatasheetRevision, missingRevisionError } from '../records/repository.ts';
import { findBaseRevision, findVersion, unknownVersionError } from '../revising/base-version.ts';
import { mergeFieldChanges } from '../revising/merge.ts';
import type { ReadFile, ReadRow } from '../spreadsheets/row-layout.ts';
import { type ChangedRow, cellConflictsError } from './import-conflicts.ts';
import { planRow } from './plan-import.ts';

type ImportContracts = Pick<typeof spreadsheetEndpoints, 'datasheets.import'>;
type Contract = ImportContracts['datasheets.import'];
type Saved = ResultOf<Contract>['datasheets'][number];

const MAX_PROBLEMS = 100;

export const importDatasheetActions = ({
  revisions,
  definitions,
  loadDraft,
  saver,
  spreadsheets,
}: DatasheetsService): Handlers<ImportContracts, DatasheetsResources> => {
  /** What a row changes; null: nothing. @param problems collects its faults @throws EDIT_CONFLICT */
  async function readChanges(
    ctx: RequestContext,
    row: ReadRow,
    pointer: DatasheetPointer,
    head: DatasheetRevision,
    problems: ErrorDetail[],
  ): Promise<ChangedRow | null> {
    const base = await findVersion(revisions, head, row.version);
    if (base === null) throw unknownVersionError(head);
    const definition = await definitions.load(ctx, base.standard_revision_id);
    const plan = planRow(row, base, definition, [base.name, pointer.name]);
    problems.push(...plan.problems);
    if (plan.requested.size === 0) return null;
    if (pointer.archived) {
      problems.push({ path: row.path, message: 'The datasheet is archived in the draft. Restore it first.' });
      return null;
    }
    // A base on another revision of the standard is refused, as for any save.
    await findBaseRevision(revisions, ctx, head, row.version);
    const [by, at] = [ctx.person, new Date()];
    const merge = mergeFieldChanges({
      definition,
      base: base.states,
      head: head.states,
      requested: plan.requested,
      editor: { by, at: at.toISOString() },
    });
    return { row, pointer, head, base, definition, merge, by, at };
  }

  /** One attempt over the current draft; null when another save was first. */
  async function attempt(
    batchId: string,
    file: ReadFile,
    { id: project_id, severity, summary }: ParamsOf<Contract>,
    ctx: RequestContext,
    access: ProjectAccess,
  ): Promise<ResultOf<Contract> | null> {
    const pointers = new Map((await loadDraft(access)).datasheets.map((one) => [one.datasheet_id, one]));
    const problems = [...file.problems];
    const rows = selectRows(file, pointers, problems);
    const heads = await revisions.find(rows.map(({ pointer }) => pointer.revision_id));
    const changed: ChangedRow[] = [];
    for (const { row, pointer } of rows) {
      const head = heads.get(pointer.revision_id);
      if (!head) throw missingRevisionError(pointer.revision_id);
      const change = await readChanges(ctx, row, pointer, head, problems);
      if (change) changed.push(change);
    }
    if (problems.length > 0) throw refusal(problems);
    if (changed.some(({ merge }) => merge.conflicts.length > 0)) throw cellConflictsError(changed);

    const due = changed.filter(({ merge }) => merge.changed > 0);
    const ids = await revisions.nextIds(due.length);
    const moves = due.map(({ head, pointer, definition, merge, by, at }, index) => ({
      action: 'changed' as const,
      count: merge.changed,
      revision: newDatasheetRevision({
        id: ids[index] ?? 0,
        ...successorOf(head, pointer.name),
        severity,
        summary: summary || 'Import of a spreadsheet',
        states: merge.states,
        fields: definition.fields,
        by,
        at,
      }),
    }));
    const saved = due.map(({ merge, base, head }, index): Saved => {
      const { changed, changes, cleared, mergedChanges } = merge;
      const revision = moves[index]?.revision ?? head;
      return {
        id: revision.datasheet_id,
        name: revision.name,
        version: revision.version,
        revision: presentDatasheetRevision(revision),
        changed,
        changes,
        cleared,
        ...(base._id === head._id ? {} : { merged: true, mergedChanges }),
      };
    });
    const inFile = new Set(file.rows.map(({ datasheetId }) => datasheetId));
    const result = {
      changed: saved.reduce((sum, one) => sum + one.changed, 0),
      datasheets: saved,
      unchanged: rows.length - saved.length,
      notInFile: [...pointers.values()]
        .filter((one) => !one.archived && !inFile.has(one.datasheet_id))
        .map(({ datasheet_id: id, name }) => ({ id, name })),
      ignored: file.ignored.slice(0, MAX_PROBLEMS),
    };
    if (saved.length === 0) {
      ctx.markUnchanged();
      return result;
    }
    return saver.save(ctx, {
      project_id,
      moves,
      auditEntry: {
        resource: { type: 'project', id: project_id },
        details: {
          revision: { id: requireOpenDraft(access) },
          batchId,
          changed: result.changed,
          datasheets: saved.map(({ id, revision, changed }) => ({
            id,
            revision: { id: revision.id, code: revision.code },
            changed,
          })),
        },
      },
      result,
    });
  }

  return {
    async 'datasheets.import'(params, ctx, access) {
      const file = await spreadsheets.read(params.id, decodeBase64(params.spreadsheet), ctx);
      if (typeof file === 'string') throw refusal([{ path: 'spreadsheet', message: file }]);
      const batchId = randomUUID();
      return retryUntilSaved(() => attempt(batchId, file, params, ctx, access));
    },
  };
};

/** The rows with their datasheets in the draft. @param problems collects those without one, and repeated ones */
function selectRows(
  { rows }: ReadFile,
  pointers: ReadonlyMap<number, DatasheetPointer>,
  problems: ErrorDetail[],
): { row: ReadRow; pointer: DatasheetPointer }[] {
  const seen = new Set<number>();
  return rows.flatMap((row) => {
    const { datasheetId, path } = row;
    const pointer = pointers.get(datasheetId);
    if (!pointer)
      problems.push({
        path,
        message: `The draft has no datasheet ${datasheetId}. Delete the row, or export again.`,
      });
    else if (seen.has(datasheetId))
      problems.push({
        path,
        message: `Datasheet ${datasheetId} is in the file twice. Delete one of the two.`,
      });
    seen.add(datasheetId);
    return pointer ? [{ row, pointer }] : [];
  });
}

function refusal(problems: readonly ErrorDetail[]): Error {
  const hidden = problems.length - MAX_PROBLEMS;
  const more = hidden > 0 ? `, and ${hidden} more` : '';
  return apiError('VALIDATION_ERROR', `Nothing was imported. ${problems[0]?.path}: ${problems[0]?.message}`, {
    errors:
      hidden > 0
        ? [
            ...problems.slice(0, MAX_PROBLEMS),
            { path: 'spreadsheet', message: `The first ${MAX_PROBLEMS} faults are listed${more}.` },
          ]
        : [...problems],
  });
}

function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const isWhole =
    bytes.toString('base64').replaceAll('=', '') === text.replaceAll('=', '').replaceAll(/\s/g, '');
  if (!isWhole || bytes.length === 0)
    throw refusal([
      {
        path: 'spreadsheet',
        message: 'Send the bytes of the file in base64, or the file itself as the body.',
      },
    ]);
  return bytes;
}
