/**
 * A save in two steps (architecture §4): seal revisions nobody points to, then have the draft point to them by compare-and-set. If the
 * pointers do not move, nothing happened.
 */
import type { AuditNote, Call } from '../../../shared/kernel/call.ts';
import { hasCode, readError } from '../../../shared/kernel/errors.ts';
import type { Stage, StagedChanges } from '../../../shared/staging/staged-changes.ts';
import type { DatasheetRecord, RevisionRecord } from '../model.ts';
import type { DatasheetRecords } from '../records/repository.ts';

type Pins = NonNullable<Stage['pins']>;

export interface Move {
  revision: RevisionRecord;
  action: 'added' | 'changed' | 'upgraded';
  /** Fields altered, as a publish conflict names them. */
  count: number;
}

export interface Save<T> {
  project_id: number;
  newDatasheet?: DatasheetRecord;
  moves: readonly Move[];
  pins?: Pins;
  note: AuditNote;
  /** What the caller is told when it is done. */
  answer: T;
}

/** Saves datasheets into the open draft. */
export class Saves {
  readonly #records: DatasheetRecords;
  readonly #staged: StagedChanges;

  constructor(records: DatasheetRecords, staged: StagedChanges) {
    this.#records = records;
    this.#staged = staged;
  }

  /**
   * Seals and points, and answers. Null when another save moved one of the pointers first: nothing was written, and the caller may look
   * again.
   * @throws whatever projects refuses with: NAME_TAKEN, NO_OPEN_DRAFT, PROJECT_ARCHIVED, EDIT_CONFLICT reason draft_closed, …
   */
  async save<T>(call: Call, work: Save<T>): Promise<T | null> {
    const { newDatasheet = null, moves, note, answer } = work;
    const revisions = moves.map(({ revision }) => revision);
    try {
      return await this.#staged.make(call, {
        written: { datasheets: newDatasheet ? [newDatasheet._id] : [], revisions: revisions.map(({ _id }) => _id) },
        write: (session) => this.#records.seal(newDatasheet, revisions, session),
        stage: toStage(work),
        note,
        answer,
      });
    } catch (error) {
      if (isOvertaken(error)) return null;
      throw error;
    }
  }
}

function toStage({ project_id, moves, pins }: Save<unknown>): Stage {
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
function isOvertaken(error: unknown): boolean {
  return hasCode(error, 'EDIT_CONFLICT') && readError(error).extras.metadata?.reason !== 'draft_closed';
}
