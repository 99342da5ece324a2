/**
 * A save in two steps (architecture §4): seal revisions nobody points to, then ask projects to move the pointers of its draft by
 * compare-and-set. If they do not move, nothing happened. What is sealed waits in `pending_changes` with its audit entry until it is
 * known how the second step ended, so a crash between the two loses neither.
 */
import { randomUUID } from 'node:crypto';
import type { Input } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { AuditNote, Call } from '../../../shared/kernel/call.ts';
import { hasCode, readError } from '../../../shared/kernel/errors.ts';
import type { DatasheetRecord, RevisionRecord } from '../model.ts';
import type { Change, DatasheetRecords } from '../records/repository.ts';

type Stage = Input<EndpointMap['projects.stage']>;
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

/**
 * Seals and points, and answers. Null when another save moved one of the pointers first: nothing was written, and the caller may look again.
 * @throws whatever projects refuses with: NAME_TAKEN, NO_OPEN_DRAFT, PROJECT_ARCHIVED, EDIT_CONFLICT reason draft_closed, …
 */
export async function save<T>(records: DatasheetRecords, call: Call, work: Save<T>): Promise<T | null> {
  const ending = call.ending(work.note, work.answer);
  const change: Change = {
    newDatasheet: work.newDatasheet ?? null,
    revisions: work.moves.map((move) => move.revision),
    pending: {
      _id: randomUUID(),
      project_id: work.project_id,
      new_datasheet_id: work.newDatasheet?._id ?? null,
      revisions: work.moves.map(({ revision }) => ({ datasheet_id: revision.datasheet_id, revision_id: revision._id })),
      ending,
      at: new Date(),
    },
  };
  await records.write(change, (session) => call.hold(session, ending));
  try {
    await call.call('projects.stage', toStage(work));
  } catch (error) {
    // Anything but a plain refusal leaves open whether the pointers moved; the recovery finds out.
    if (readError(error).status < 500) await records.withdraw(change.pending, (session) => call.release(session, ending));
    if (isOvertaken(error)) return null;
    throw error;
  }
  await records.confirm(change.pending._id, (session) => call.complete(session, ending));
  return work.answer;
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
