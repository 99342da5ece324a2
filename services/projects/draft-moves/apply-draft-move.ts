/**
 * The manifest of a draft after a move of its pins, datasheets and files by another service, or the error for a
 * stale or conflicting one. Also what a deletion of files changes. Pure.
 */
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { isSameText } from '../../../shared/text/same-text.ts';
import type { ProjectRecord } from '../access/model.ts';
import { type DraftUpdate, draftChange } from '../drafts/draft-change.ts';
import {
  type DatasheetDeletion,
  EMPTY_MANIFEST,
  type Manifest,
  type ManifestDatasheet,
  type ManifestFile,
  type ManifestStandard,
} from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import { addDeletedFiles } from '../revisions/unpublished-changes.ts';

export type DraftMoveInput = InputOf<(typeof projectInternalActions)['projects.moveDraftPointers']>;
type DatasheetMove = NonNullable<DraftMoveInput['datasheets']>[number];
type DeletionMove = NonNullable<DraftMoveInput['deleteDatasheets']>[number];
type PinMove = NonNullable<DraftMoveInput['pins']>[number];

interface MovedManifest {
  manifest: Manifest;
  changes: DraftChange[];
}

/**
 * The manifest after a move, and its changes. Pins move first, since an upgrade past a pin moves the pin as
 * well.
 * @throws EDIT_CONFLICT reason stale when a pointer has another value, STANDARD_NOT_HELD, NAME_TAKEN,
 * DATASHEET_ARCHIVED, NOT_FOUND
 */
export function applyDraftMove(before: Manifest, move: DraftMoveInput): MovedManifest {
  const changes: DraftChange[] = [];
  const standards = (move.pins ?? []).reduce((moved, pin) => movePin(moved, pin, changes), before.standards);
  let datasheets = before.datasheets;
  const deletions: DatasheetDeletion[] = [];
  for (const deletion of move.deleteDatasheets ?? []) {
    datasheets = deleteDatasheet(datasheets, deletion, changes);
    deletions.push({ datasheet_id: deletion.datasheet_id, revision_id: deletion.revision_id });
  }
  for (const pointer of move.datasheets ?? [])
    datasheets = moveDatasheetPointer(datasheets, standards, pointer, changes);
  let files = before.files;
  for (const file of move.attachFiles ?? []) files = attachFile(files, file, changes);
  for (const fileId of move.detachFiles ?? []) files = detachFile(files, fileId, changes);
  const manifest = { ...before, standards, datasheets, files };
  return { manifest: deletions.length > 0 ? withDeletions(manifest, deletions) : manifest, changes };
}

/**
 * The deletion of files, each reported once: they leave the draft, and the project keeps the ids of those in the
 * published revision until a draft without them is published.
 */
export function planFileDeletion(
  head: ProjectRecord,
  draft: Pick<RevisionWithManifest, 'manifest'> | null,
  published: Pick<RevisionWithManifest, 'manifest'> | null,
  { deleteFiles: ids = [], deletedFile: file }: Pick<DraftMoveInput, 'deleteFiles' | 'deletedFile'>,
): Omit<DraftUpdate<unknown>, 'result'> {
  const changes: DraftChange[] = [];
  const attached = ids.filter((id) => draft?.manifest.files.some(({ file_id }) => file_id === id));
  const files = attached.reduce((left, id) => detachFile(left, id, changes), draft?.manifest.files ?? []);
  const deleted_files = addDeletedFiles(head, ids, published?.manifest ?? EMPTY_MANIFEST);
  return {
    changes,
    ...(draft ? { manifest: { ...draft.manifest, files } } : {}),
    // Even if it is as before, so that the outcome of the move is recorded.
    project: { deleted_files },
    projectChanges: ids.map((id) => ({
      kind: 'file_deleted',
      subject: { type: 'file', id },
      ...(file && { file }),
      once: `file_deleted ${id}`,
    })),
  };
}

function movePin(
  standards: ManifestStandard[],
  { standard_id, standard_revision }: PinMove,
  changes: DraftChange[],
): ManifestStandard[] {
  const pin = requireActiveStandard(standards, standard_id);
  if (pin.standard_revision.id === standard_revision.id) return standards;
  changes.push(draftChange('standard', standard_id, pin.name, 'revision_changed'));
  return standards.map((standard) => (standard === pin ? { ...pin, standard_revision } : standard));
}

function requireActiveStandard(standards: readonly ManifestStandard[], standardId: number): ManifestStandard {
  const pin = standards.find((standard) => standard.standard_id === standardId && !standard.archived);
  if (pin) return pin;
  throw apiError(
    'STANDARD_NOT_HELD',
    `The project does not contain standard ${standardId}. Import it into the draft first.`,
    {
      metadata: { standardId },
    },
  );
}

function moveDatasheetPointer(
  datasheets: ManifestDatasheet[],
  standards: readonly ManifestStandard[],
  move: DatasheetMove,
  changes: DraftChange[],
): ManifestDatasheet[] {
  const { datasheet_id, expected_revision_id, action, count, ...pointer } = move;
  const current = datasheets.find((datasheet) => datasheet.datasheet_id === datasheet_id);
  if ((current?.revision_id ?? null) !== expected_revision_id) throw staleDatasheet(datasheet_id, current);
  if (current?.archived) {
    throw apiError('DATASHEET_ARCHIVED', 'The datasheet is archived in the draft. Restore it first.', {
      metadata: { datasheetId: datasheet_id },
    });
  }
  requireActiveStandard(standards, move.standard_id);
  const namesake = datasheets.find(
    (other) =>
      other.datasheet_id !== datasheet_id &&
      !other.archived &&
      other.standard_id === move.standard_id &&
      (other.name === move.name || (current?.name !== move.name && isSameText(other.name, move.name))),
  );
  if (namesake) throw nameTaken(move.name, namesake.datasheet_id);
  changes.push({ kind: 'datasheet', subject: datasheet_id, name: move.name, action, count });
  const version = pointer.version ?? String(pointer.revision_id);
  const next: ManifestDatasheet = { datasheet_id, ...pointer, version, archived: false };
  return current
    ? datasheets.map((datasheet) => (datasheet === current ? next : datasheet))
    : [...datasheets, next];
}

function deleteDatasheet(
  datasheets: ManifestDatasheet[],
  deletion: DeletionMove,
  changes: DraftChange[],
): ManifestDatasheet[] {
  const current = datasheets.find(({ datasheet_id }) => datasheet_id === deletion.datasheet_id);
  if (current?.revision_id !== deletion.expected_revision_id)
    throw staleDatasheet(deletion.datasheet_id, current);
  changes.push(draftChange('datasheet', current.datasheet_id, current.name, 'deleted'));
  return datasheets.filter((datasheet) => datasheet !== current);
}

/** The manifest that also records these deletions. */
const withDeletions = (manifest: Manifest, deletions: readonly DatasheetDeletion[]): Manifest => ({
  ...manifest,
  datasheet_deletions: [...(manifest.datasheet_deletions ?? []), ...deletions],
});

function attachFile(files: ManifestFile[], file: ManifestFile, changes: DraftChange[]): ManifestFile[] {
  changes.push(draftChange('file', file.file_id, file.name, 'attached'));
  return [...files.filter(({ file_id }) => file_id !== file.file_id), file];
}

function detachFile(files: ManifestFile[], fileId: number, changes: DraftChange[]): ManifestFile[] {
  const attached = files.find(({ file_id }) => file_id === fileId);
  if (!attached) throw notFound();
  changes.push(draftChange('file', fileId, attached.name, 'detached'));
  return files.filter((file) => file !== attached);
}

const staleDatasheet = (datasheetId: number, current: ManifestDatasheet | undefined): Error =>
  apiError('EDIT_CONFLICT', 'The datasheet has changed since you read it. Reload it and repeat the change.', {
    metadata: { reason: 'stale', datasheetId, currentVersion: current?.version ?? null },
  });

/** A datasheet's name is unique within a project and standard pair. */
const nameTaken = (name: string, existingId: number): Error =>
  apiError('NAME_TAKEN', `The project already has a datasheet named "${name}" for this standard.`, {
    metadata: { existingId },
  });
