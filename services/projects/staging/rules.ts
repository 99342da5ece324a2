/** Moving pointers of the open draft: pure decisions on its manifest (architecture §4). */
import type { Input } from '../../../shared/contracts/endpoint.ts';
import type { projectsInternal } from '../../../shared/contracts/projects/internal.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { HeldDatasheet, HeldFile, HeldStandard, Manifest } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';

export type Stage = Input<(typeof projectsInternal)['projects.stage']>;
type DatasheetMove = NonNullable<Stage['datasheets']>[number];
type Removal = NonNullable<Stage['removeDatasheets']>[number];
type Pin = NonNullable<Stage['pins']>[number];

export interface Staged {
  manifest: Manifest;
  changes: DraftChange[];
}

/**
 * The manifest after a stage, with what changed. Pins move first, since an upgrade past a pin brings it along (D4).
 * @throws EDIT_CONFLICT reason stale when a pointer stands elsewhere, STANDARD_NOT_HELD, NAME_TAKEN, DATASHEET_ARCHIVED, NOT_FOUND
 */
export function stage(before: Manifest, asked: Stage): Staged {
  const changes: DraftChange[] = [];
  const standards = (asked.pins ?? []).reduce((held, pin) => movePin(held, pin, changes), before.standards);
  let datasheets = before.datasheets;
  for (const removal of asked.removeDatasheets ?? []) datasheets = remove(datasheets, removal, changes);
  for (const move of asked.datasheets ?? []) datasheets = point(datasheets, standards, move, changes);
  let files = before.files;
  for (const file of asked.attachFiles ?? []) files = attach(files, file, changes);
  for (const fileId of asked.detachFiles ?? []) files = detach(files, fileId, changes);
  return { manifest: { ...before, standards, datasheets, files }, changes };
}

function movePin(standards: HeldStandard[], { standard_id, standard_revision }: Pin, changes: DraftChange[]): HeldStandard[] {
  const held = activeStandard(standards, standard_id);
  if (held.standard_revision.id === standard_revision.id) return standards;
  changes.push({ kind: 'standard', subject: standard_id, name: held.name, action: 'revision_changed', count: 1 });
  return standards.map((standard) => (standard === held ? { ...held, standard_revision } : standard));
}

function activeStandard(standards: readonly HeldStandard[], standardId: number): HeldStandard {
  const held = standards.find((standard) => standard.standard_id === standardId && !standard.archived);
  if (held) return held;
  throw fail('STANDARD_NOT_HELD', `The project does not hold standard ${standardId}. Import it into the draft first.`, {
    metadata: { standardId },
  });
}

function point(
  datasheets: HeldDatasheet[],
  standards: readonly HeldStandard[],
  move: DatasheetMove,
  changes: DraftChange[],
): HeldDatasheet[] {
  const { datasheet_id, expected_revision_id, action, count, ...pointer } = move;
  const current = datasheets.find((datasheet) => datasheet.datasheet_id === datasheet_id);
  if ((current?.revision_id ?? null) !== expected_revision_id) throw movedOn(datasheet_id, current);
  if (current?.archived) {
    throw fail('DATASHEET_ARCHIVED', 'The datasheet is archived in the draft. Restore it first.', {
      metadata: { datasheetId: datasheet_id },
    });
  }
  activeStandard(standards, move.standard_id);
  const taken = datasheets.find(
    (other) =>
      other.datasheet_id !== datasheet_id &&
      !other.archived &&
      other.standard_id === move.standard_id &&
      other.name === move.name,
  );
  if (taken) throw nameTaken(move.name, taken.datasheet_id);
  changes.push({ kind: 'datasheet', subject: datasheet_id, name: move.name, action, count });
  const next: HeldDatasheet = {
    datasheet_id,
    name: pointer.name,
    standard_id: pointer.standard_id,
    revision_id: pointer.revision_id,
    version: pointer.version ?? String(pointer.revision_id),
    standard_revision_id: pointer.standard_revision_id,
    archived: false,
  };
  return current ? datasheets.map((datasheet) => (datasheet === current ? next : datasheet)) : [...datasheets, next];
}

function remove(datasheets: HeldDatasheet[], removal: Removal, changes: DraftChange[]): HeldDatasheet[] {
  const current = datasheets.find(({ datasheet_id }) => datasheet_id === removal.datasheet_id);
  if (current?.revision_id !== removal.expected_revision_id) throw movedOn(removal.datasheet_id, current);
  changes.push({ kind: 'datasheet', subject: current.datasheet_id, name: current.name, action: 'removed', count: 1 });
  return datasheets.filter((datasheet) => datasheet !== current);
}

function attach(files: HeldFile[], file: HeldFile, changes: DraftChange[]): HeldFile[] {
  changes.push({ kind: 'file', subject: file.file_id, name: file.name, action: 'attached', count: 1 });
  return [...files.filter(({ file_id }) => file_id !== file.file_id), file];
}

function detach(files: HeldFile[], fileId: number, changes: DraftChange[]): HeldFile[] {
  const held = files.find(({ file_id }) => file_id === fileId);
  if (!held) throw notFound();
  changes.push({ kind: 'file', subject: fileId, name: held.name, action: 'detached', count: 1 });
  return files.filter((file) => file !== held);
}

const movedOn = (datasheetId: number, current: HeldDatasheet | undefined): Error =>
  fail('EDIT_CONFLICT', 'The datasheet moved on since it was read. Read it again and repeat the change.', {
    metadata: { reason: 'stale', datasheetId, currentVersion: current?.version ?? null },
  });

/** A datasheet's name is unique within a project and standard pair. */
const nameTaken = (name: string, existingId: number): Error =>
  fail('NAME_TAKEN', `The project has a datasheet "${name}" under this standard already.`, { metadata: { existingId } });
