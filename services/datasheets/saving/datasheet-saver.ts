/**
 * Saves datasheets in two steps: stores new sealed revisions, then has the projects service point the open draft to
 * them by compare-and-set, and move the pin of the standard where an upgrade asks for it. Revisions to which the
 * draft was not moved are removed (`shared/projects/draft-moves.ts`).
 */
import { hasErrorCode, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { AuditEntryInput, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { DraftMove, DraftMoves } from '../../../shared/projects/draft-moves.ts';
import type { DatasheetRecord, DatasheetRevisionRecord } from '../model.ts';
import type { DatasheetRevisions, Datasheets } from '../records/repository.ts';

type PinMoves = NonNullable<DraftMove['pins']>;

export interface RevisionMove {
  revision: DatasheetRevisionRecord;
  /** `deleted`: the draft no longer points to the datasheet, but records this revision. */
  action: 'added' | 'changed' | 'upgraded' | 'deleted';
  /** Number of fields altered, as shown in publish conflicts. */
  count: number;
}

interface SaveRequest<T> {
  project_id: number;
  newDatasheet?: DatasheetRecord;
  moves: readonly RevisionMove[];
  pins?: PinMoves;
  auditEntry: AuditEntryInput;
  /** The result of the call. */
  result: T;
}

export class DatasheetSaver {
  readonly #datasheets: Datasheets;
  readonly #revisions: DatasheetRevisions;
  readonly #draftMoves: DraftMoves;

  constructor(datasheets: Datasheets, revisions: DatasheetRevisions, draftMoves: DraftMoves) {
    this.#datasheets = datasheets;
    this.#revisions = revisions;
    this.#draftMoves = draftMoves;
  }

  /**
   * Seals the revisions and moves the pointers. Null when another save moved one of the pointers first:
   * nothing was written, and the caller may try again.
   * @throws the error of projects: NAME_TAKEN, NO_OPEN_DRAFT, PROJECT_ARCHIVED, EDIT_CONFLICT reason
   * draft_closed, …
   */
  async save<T>(ctx: RequestContext, request: SaveRequest<T>): Promise<T | null> {
    const { newDatasheet, moves, auditEntry, result } = request;
    const revisions = moves.map(({ revision }) => revision);
    ctx.affects({ datasheets: moves.length });
    try {
      return await this.#draftMoves.run(ctx, {
        writtenIds: {
          datasheets: newDatasheet ? [newDatasheet._id] : [],
          revisions: revisions.map(({ _id }) => _id),
        },
        write: async (session) => {
          if (newDatasheet) await this.#datasheets.insert(session, newDatasheet);
          await this.#revisions.insert(session, ...revisions);
        },
        move: toDraftMove(request),
        auditEntry,
        result,
      });
    } catch (error) {
      if (isSaveConflict(error)) return null;
      throw error;
    }
  }
}

function toDraftMove({ project_id, moves, pins }: SaveRequest<unknown>): DraftMove {
  const datasheets: NonNullable<DraftMove['datasheets']> = [];
  const deleteDatasheets: NonNullable<DraftMove['deleteDatasheets']> = [];
  for (const { revision, action, count } of moves) {
    const { datasheet_id, previous_id, _id: revision_id } = revision;
    if (action !== 'deleted') {
      const { version, name, standard_id, standard_revision_id } = revision;
      const pointer = { datasheet_id, revision_id, version, name, standard_id, standard_revision_id };
      datasheets.push({ ...pointer, expected_revision_id: previous_id, action, count });
    } else if (previous_id !== null) {
      deleteDatasheets.push({ datasheet_id, expected_revision_id: previous_id, revision_id });
    }
  }
  return {
    project_id,
    ...(datasheets.length > 0 ? { datasheets } : {}),
    ...(deleteDatasheets.length > 0 ? { deleteDatasheets } : {}),
    ...(pins && pins.length > 0 ? { pins } : {}),
  };
}

/** Whether another save was first: the draft is open but its pointer has moved. */
function isSaveConflict(error: unknown): boolean {
  return (
    hasErrorCode(error, 'EDIT_CONFLICT') && toErrorInfo(error).extras.metadata?.reason !== 'draft_closed'
  );
}
