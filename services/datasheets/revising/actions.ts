/**
 * Handler of `datasheets.revise`: saves field changes as a new revision, merged field by field when based on
 * an older version.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type DatasheetsResources, type LoadedDatasheet, requireDraftPointer } from '../access.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import { presentDatasheetRevision } from '../present.ts';
import { newDatasheetRevision, successorOf } from '../records/new-revision.ts';
import { saveExclusively } from '../saving/save-exclusively.ts';
import { assertBaseVersion, fieldsConflictError, findBaseRevision } from './base-version.ts';
import { mergeFieldChanges } from './merge.ts';
import { parseChanges } from './parse-changes.ts';

type Contract = (typeof datasheets)['datasheets.revise'];

export const reviseActions = ({
  revisions,
  definitions,
  mutex,
  saver,
}: DatasheetsService): Handlers<Pick<typeof datasheets, 'datasheets.revise'>, DatasheetsResources> => {
  /** One attempt over the current head; null when another save was first. */
  async function attempt(
    params: ParamsOf<Contract>,
    ctx: RequestContext,
    datasheet: LoadedDatasheet,
  ): Promise<ResultOf<Contract> | null> {
    const { id, baseVersion, changes, summary, severity, resolvedConflicts = [] } = params;
    const pointer = requireDraftPointer(datasheet);
    const head = await revisions.require(pointer.revision_id);
    const base = await findBaseRevision(revisions, ctx, head, baseVersion);
    const definition = await definitions.load(ctx, head.standard_revision_id);

    const requested = parseChanges(definition, changes, (base ?? head).states);
    const [by, at] = [ctx.person, new Date()];
    const merge = mergeFieldChanges({
      definition,
      base: (base ?? head).states,
      head: head.states,
      requested,
      editor: { by, at: at.toISOString() },
    });
    if (merge.conflicts.length > 0) throw fieldsConflictError(head, merge.conflicts);

    const { changed, changes: altered, cleared, mergedChanges } = merge;
    const merged = base !== null && base._id !== head._id ? { merged: true, mergedChanges } : {};
    const details = {
      changed,
      baseVersionSent: baseVersion !== undefined,
      ...(base !== null && base._id !== head._id ? { mergedOver: head._id } : {}),
      ...(resolvedConflicts.length > 0 ? { resolvedConflicts } : {}),
    };
    if (changed === 0) {
      const result = {
        id,
        name: pointer.name,
        version: head.version,
        revision: presentDatasheetRevision(head),
        changed,
        changes: altered,
        cleared,
        ...merged,
      };
      // Choices are recorded even when they change no value.
      if (resolvedConflicts.length > 0) {
        const revision = { id: head._id, code: head.code };
        return ctx.finish(
          null,
          { resource: { type: 'datasheet', id }, details: { revision, ...details } },
          result,
        );
      }
      ctx.markUnchanged();
      return result;
    }
    const revisionId = await revisions.nextId();
    const revision = newDatasheetRevision({
      id: revisionId,
      ...successorOf(head, pointer.name),
      severity,
      summary: summary || 'Revision',
      states: merge.states,
      fields: definition.fields,
      by,
      at,
    });
    return saver.save(ctx, {
      project_id: datasheet.record.project_id,
      moves: [{ revision, action: 'changed', count: changed }],
      auditEntry: {
        resource: { type: 'datasheet', id },
        details: { revision: { id: revision._id, code: revision.code }, ...details },
      },
      result: {
        id,
        name: pointer.name,
        version: revision.version,
        revision: presentDatasheetRevision(revision),
        changed,
        changes: altered,
        cleared,
        ...merged,
      },
    });
  }

  return {
    'datasheets.revise': (params, ctx, datasheet) => {
      assertBaseVersion(ctx, params.baseVersion);
      return saveExclusively(mutex, datasheet, ctx, (fresh) => attempt(params, ctx, fresh));
    },
  };
};
