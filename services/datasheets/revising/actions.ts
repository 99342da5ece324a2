/** Revising a datasheet (document 3, revise rules 1 to 9; decisions D2, D9). */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import type { Turns } from '../../../shared/kernel/database/turns.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { draftPointer, type OpenDatasheet, type Resources } from '../access.ts';
import type { Definitions } from '../definitions.ts';
import { presentRevision } from '../present.ts';
import { newRevision } from '../records/new-revision.ts';
import type { DatasheetRecords } from '../records/repository.ts';
import { saveInTurn } from '../staging/save-in-turn.ts';
import type { Saves } from '../staging/saves.ts';
import { fieldsConflict, findBase, requireBase } from './base.ts';
import { readChanges } from './changes.ts';
import { mergeRevise } from './merge.ts';

type Contract = (typeof datasheets)['datasheets.revise'];

interface Deps {
  records: DatasheetRecords;
  definitions: Definitions;
  turns: Turns;
  saves: Saves;
}

/** The handler that revises a datasheet: a save over a version that has moved on is merged field by field (document 3, revise). */
export function revisingActions({
  records,
  definitions,
  turns,
  saves,
}: Deps): Handlers<Pick<typeof datasheets, 'datasheets.revise'>, Resources> {
  /** One attempt over the head as it stands; null when another save was first. */
  async function attempt(params: Params<Contract>, call: Call, open: OpenDatasheet): Promise<Result<Contract> | null> {
    const { id, baseVersion, changes, summary, severity, resolvedConflicts = [] } = params;
    const pointer = draftPointer(open);
    const head = await records.revision(pointer.revision_id);
    const base = await findBase(records, call, head, baseVersion);
    const definition = await definitions.at(call, head.standard_revision_id);

    const wanted = readChanges(definition, changes, (base ?? head).states);
    const [by, at] = [call.person, new Date()];
    const merge = mergeRevise({
      definition,
      base: (base ?? head).states,
      head: head.states,
      wanted,
      editor: { by, at: at.toISOString() },
    });
    if (merge.conflicts.length > 0) throw fieldsConflict(head, merge.conflicts);

    const { changed, cleared, mergedChanges } = merge;
    const merged = base !== null && base._id !== head._id ? { merged: true, mergedChanges } : {};
    const details = {
      changed,
      baseVersionSent: baseVersion !== undefined,
      ...(base !== null && base._id !== head._id ? { mergedOver: head._id } : {}),
      ...(resolvedConflicts.length > 0 ? { resolvedConflicts } : {}),
    };
    if (changed === 0) {
      const answer = { id, version: head.version, revision: presentRevision(head), changed, cleared, ...merged };
      // Choices are recorded even where they all leave the stored value.
      if (resolvedConflicts.length > 0) {
        const revision = { id: head._id, code: head.code };
        return call.conclude(null, { resource: { type: 'datasheet', id }, details: { revision, ...details } }, answer);
      }
      call.unchanged();
      return answer;
    }
    const [revisionId = 0] = await records.newRevisionIds(1);
    const revision = newRevision({
      id: revisionId,
      datasheet_id: id,
      previous: head,
      name: pointer.name,
      scope: head.scope,
      standard: {
        id: head.standard_id,
        revision_id: head.standard_revision_id,
        revision_code: head.standard_revision_code,
      },
      severity,
      summary: summary || 'Revision',
      states: merge.states,
      by,
      at,
    });
    return saves.save(call, {
      project_id: open.record.project_id,
      moves: [{ revision, action: 'changed', count: changed }],
      note: {
        resource: { type: 'datasheet', id },
        details: { revision: { id: revision._id, code: revision.code }, ...details },
      },
      answer: { id, version: revision.version, revision: presentRevision(revision), changed, cleared, ...merged },
    });
  }

  return {
    'datasheets.revise': (params, call, open) => {
      requireBase(call, params.baseVersion);
      return saveInTurn(turns, open, call, (fresh) => attempt(params, call, fresh));
    },
  };
}
