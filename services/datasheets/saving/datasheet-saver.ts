/**
 * A save in two steps (architecture §4): seal revisions nobody points to, then have the draft point to them by compare-and-set. If the
 * pointers do not move, nothing happened.
 */

import { hasErrorCode, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { AuditEntryInput, Call } from '../../../shared/kernel/service/call.ts';
import type { DraftMove, DraftMoves } from '../../../shared/projects/draft-moves.ts';
import type { DatasheetRecord, DatasheetRevisionRecord } from '../model.ts';
import type { Datasheets } from '../records/repository.ts';

type PinMoves = NonNullable<DraftMove['pins']>;

export interface RevisionMove {
  revision: DatasheetRevisionRecord;
  action: 'added' | 'changed' | 'upgraded';
  /** Fields altered, as a publish conflict names them. */
  count: number;
}

export interface SaveRequest<T> {
  project_id: number;
  newDatasheet?: DatasheetRecord;
  moves: readonly RevisionMove[];
  pins?: PinMoves;
  note: AuditEntryInput;
  /** What the caller is told when it is done. */
  result: T;
}

/** Saves datasheets into the open draft. */
export class DatasheetSaver {
  readonly #datasheets: Datasheets;
  readonly #draftMoves: DraftMoves;

  constructor(records: Datasheets, staged: DraftMoves) {
    this.#datasheets = records;
    this.#draftMoves = staged;
  }

  /**
   * Seals and points, and answers. Null when another save moved one of the pointers first: nothing was written, and the caller may look
   * again.
   * @throws whatever projects refuses with: NAME_TAKEN, NO_OPEN_DRAFT, PROJECT_ARCHIVED, EDIT_CONFLICT reason draft_closed, …
   */
  async save<T>(call: Call, work: SaveRequest<T>): Promise<T | null> {
    const { newDatasheet = null, moves, note, result } = work;
    const revisions = moves.map(({ revision }) => revision);
    try {
      return await this.#draftMoves.run(call, {
        writtenIds: { datasheets: newDatasheet ? [newDatasheet._id] : [], revisions: revisions.map(({ _id }) => _id) },
        write: (session) => this.#datasheets.seal(newDatasheet, revisions, session),
        move: toDraftMove(work),
        note,
        result,
      });
    } catch (error) {
      if (isSaveConflict(error)) return null;
      throw error;
    }
  }
}

function toDraftMove({ project_id, moves, pins }: SaveRequest<unknown>): DraftMove {
  return {
    project_id,
    datasheets: moves.map(({ revision, action, count }) => ({
      datasheet_id: revision.datasheet_id,
      expected_revision_id: revision.previous_id,
      revision_id: revision._id,
      version: revision.version,
      name: revision.name,
      standard_id: revision.standard_id,
      standard_revision_id: revision.standard_revision_id,
      action,
      count,
    })),
    ...(pins && pins.length > 0 ? { pins } : {}),
  };
}

/** Another save was first: the draft is open, but it points elsewhere by now. */
function isSaveConflict(error: unknown): boolean {
  return hasErrorCode(error, 'EDIT_CONFLICT') && toErrorInfo(error).extras.metadata?.reason !== 'draft_closed';
}
