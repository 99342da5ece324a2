/**
 * The manifest of a draft after a standard or datasheet in it is archived, restored or removed, or the error that
 * forbids it. Pure.
 */
import type { ErrorCode } from '../../../shared/contracts/error-codes.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { isSameText } from '../../../shared/text/same-text.ts';
import { draftChange } from '../drafts/draft-change.ts';
import type { Manifest, ManifestDatasheet, ManifestStandard } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';

/** The manifest after a change of a standard, and the datasheets that changed with it. */
export interface StandardArchival {
  manifest: Manifest;
  changes: DraftChange[];
  standard: ManifestStandard;
  datasheets: ManifestDatasheet[];
}

/** The manifest after a change of one datasheet. */
export interface DatasheetArchival {
  manifest: Manifest;
  changes: DraftChange[];
  datasheet: ManifestDatasheet;
}

/** Archives a standard with its active datasheets. @throws NOT_FOUND, ALREADY_ARCHIVED */
export function archiveStandard(before: Manifest, standardId: number): StandardArchival {
  const current = requireStandard(before, standardId);
  if (current.archived) throw alreadyArchived(current.name);
  const standard = { ...current, archived: true };
  const datasheets = datasheetsOn(before, standardId)
    .filter(({ archived }) => !archived)
    .map((sheet) => ({ ...sheet, archived: true, archived_with_standard: true as const }));
  return {
    manifest: replaceDatasheets(replaceStandard(before, standard), datasheets),
    changes: archivalChanges(standard, datasheets, 'archived'),
    standard,
    datasheets,
  };
}

/**
 * Restores a standard with the datasheets that were archived with it.
 * @param newName renames it in this project; undefined: it keeps its name
 * @throws NOT_FOUND, NOT_ARCHIVED, NAME_TAKEN
 */
export function restoreStandard(
  before: Manifest,
  standardId: number,
  newName: string | undefined,
): StandardArchival {
  const current = requireStandard(before, standardId);
  if (!current.archived) throw notArchived(current.name);
  const standard = { ...current, name: newName ?? current.name, archived: false };
  const namesake = before.standards.find(({ name, archived }) => !archived && name === standard.name);
  if (namesake) throw nameTaken('standard', standard.name, namesake.standard_id);
  const datasheets = datasheetsOn(before, standardId)
    .filter((sheet) => sheet.archived_with_standard)
    .map(withoutArchival);
  return {
    manifest: replaceDatasheets(replaceStandard(before, standard), datasheets),
    changes: archivalChanges(standard, datasheets, 'restored'),
    standard,
    datasheets,
  };
}

/** Removes an archived standard with all its datasheets. @throws NOT_FOUND, NOT_ARCHIVED */
export function removeArchivedStandard(before: Manifest, standardId: number): StandardArchival {
  const standard = requireStandard(before, standardId);
  if (!standard.archived) throw notArchived(standard.name);
  const datasheets = datasheetsOn(before, standardId);
  return {
    manifest: {
      ...before,
      standards: before.standards.filter((other) => other !== standard),
      datasheets: before.datasheets.filter((sheet) => sheet.standard_id !== standardId),
    },
    changes: archivalChanges(standard, datasheets, 'removed'),
    standard,
    datasheets,
  };
}

/** Archives a datasheet. @throws NOT_FOUND, ALREADY_ARCHIVED */
export function archiveDatasheet(before: Manifest, datasheetId: number): DatasheetArchival {
  const current = requireDatasheet(before, datasheetId);
  if (current.archived) throw alreadyArchived(current.name);
  const datasheet = { ...current, archived: true };
  return {
    manifest: replaceDatasheets(before, [datasheet]),
    changes: [datasheetChange(datasheet, 'archived')],
    datasheet,
  };
}

/**
 * Restores a datasheet.
 * @param newName renames it; undefined: it keeps its name
 * @throws NOT_FOUND, NOT_ARCHIVED, STANDARD_NOT_HELD while its standard is archived, NAME_TAKEN
 */
export function restoreDatasheet(
  before: Manifest,
  datasheetId: number,
  newName: string | undefined,
): DatasheetArchival {
  const current = requireDatasheet(before, datasheetId);
  if (!current.archived) throw notArchived(current.name);
  const { standard_id } = current;
  if (requireStandard(before, standard_id).archived) {
    throw apiError(
      'STANDARD_NOT_HELD',
      'The standard of the datasheet is archived in the draft. Restore the standard first.',
      { metadata: { standardId: standard_id } },
    );
  }
  const datasheet = { ...withoutArchival(current), name: newName ?? current.name };
  const namesake = datasheetsOn(before, standard_id).find(
    ({ name, archived }) => !archived && isSameText(name, datasheet.name),
  );
  if (namesake) throw nameTaken('datasheet', datasheet.name, namesake.datasheet_id);
  return {
    manifest: replaceDatasheets(before, [datasheet]),
    changes: [datasheetChange(datasheet, 'restored')],
    datasheet,
  };
}

/** Removes an archived datasheet. @throws NOT_FOUND, NOT_ARCHIVED */
export function removeArchivedDatasheet(before: Manifest, datasheetId: number): DatasheetArchival {
  const datasheet = requireDatasheet(before, datasheetId);
  if (!datasheet.archived) throw notArchived(datasheet.name);
  return {
    manifest: { ...before, datasheets: before.datasheets.filter((other) => other !== datasheet) },
    changes: [datasheetChange(datasheet, 'removed')],
    datasheet,
  };
}

function requireStandard({ standards }: Manifest, id: number): ManifestStandard {
  const standard = standards.find(({ standard_id }) => standard_id === id);
  if (!standard) throw notFound();
  return standard;
}

function requireDatasheet({ datasheets }: Manifest, id: number): ManifestDatasheet {
  const datasheet = datasheets.find(({ datasheet_id }) => datasheet_id === id);
  if (!datasheet) throw notFound();
  return datasheet;
}

const datasheetsOn = ({ datasheets }: Manifest, standardId: number): ManifestDatasheet[] =>
  datasheets.filter(({ standard_id }) => standard_id === standardId);

const withoutArchival = ({ archived_with_standard: _, ...sheet }: ManifestDatasheet): ManifestDatasheet => ({
  ...sheet,
  archived: false,
});

const replaceStandard = (manifest: Manifest, changed: ManifestStandard): Manifest => ({
  ...manifest,
  standards: manifest.standards.map((standard) =>
    standard.standard_id === changed.standard_id ? changed : standard,
  ),
});

function replaceDatasheets(manifest: Manifest, changed: readonly ManifestDatasheet[]): Manifest {
  const byId = new Map(changed.map((sheet) => [sheet.datasheet_id, sheet]));
  return {
    ...manifest,
    datasheets: manifest.datasheets.map((sheet) => byId.get(sheet.datasheet_id) ?? sheet),
  };
}

type ArchivalAction = 'archived' | 'restored' | 'removed';

const datasheetChange = ({ datasheet_id, name }: ManifestDatasheet, action: ArchivalAction): DraftChange =>
  draftChange('datasheet', datasheet_id, name, action);

const archivalChanges = (
  { standard_id, name }: ManifestStandard,
  datasheets: readonly ManifestDatasheet[],
  action: ArchivalAction,
): DraftChange[] => [
  draftChange('standard', standard_id, name, action),
  ...datasheets.map((sheet) => datasheetChange(sheet, action)),
];

const stateError = (code: ErrorCode, name: string, state: string): Error =>
  apiError(code, `"${name}" ${state} in the draft.`);

const alreadyArchived = (name: string): Error => stateError('ALREADY_ARCHIVED', name, 'is already archived');

const notArchived = (name: string): Error => stateError('NOT_ARCHIVED', name, 'is not archived');

const nameTaken = (kind: 'standard' | 'datasheet', name: string, existingId: number): Error =>
  apiError('NAME_TAKEN', `The draft has an active ${kind} named "${name}". Send another name as newName.`, {
    metadata: { existingId },
  });
