/** What a revision holds as lists show it, under the names sealed with it (P7, P13). */
import type { datasheetRow, standardRow } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { containsText } from '../../../shared/names.ts';
import { type HeldDatasheet, type HeldStandard, type Manifest, orderStandards, pinsOf } from '../revisions/manifest.ts';

/** The row of a standard that a manifest holds (P13). */
export const presentStandard = (standard: HeldStandard, manifest: Manifest): Infer<typeof standardRow> => {
  const section = manifest.sections.find(({ id }) => id === standard.section_id);
  return {
    standard_id: standard.standard_id,
    name: standard.name,
    standard_revision: standard.standard_revision,
    category: section ? { id: section.id, name: section.name, parent_id: section.parent_id } : null,
    library: standard.library,
    datasheet_count: manifest.datasheets.filter((sheet) => sheet.standard_id === standard.standard_id && !sheet.archived).length,
    archived: standard.archived,
  };
};

const presentDatasheet = (sheet: HeldDatasheet, pinned: number | undefined): Infer<typeof datasheetRow> => ({
  id: sheet.datasheet_id,
  name: sheet.name,
  standard_id: sheet.standard_id,
  version: sheet.version,
  upgrade_status: sheet.standard_revision_id === pinned ? 'current' : 'needs_upgrade',
  archived: sheet.archived,
});

export interface Filter {
  searchQuery?: string;
  includeArchived?: boolean;
}

/** Literal text, whatever it contains; letter case does not matter (H5). */
const matches = (name: string, { searchQuery }: Filter): boolean => searchQuery === undefined || containsText(name, searchQuery);

/** The standards a manifest holds, in document order. */
export const listStandards = (manifest: Manifest, filter: Filter = {}): Infer<typeof standardRow>[] =>
  orderStandards(manifest)
    .filter((standard) => (filter.includeArchived || !standard.archived) && matches(standard.name, filter))
    .map((standard) => presentStandard(standard, manifest));

/** The datasheets a manifest points to; their upgrade status is against its own pins. */
export function listDatasheets(manifest: Manifest, filter: Filter = {}): Infer<typeof datasheetRow>[] {
  const pins = pinsOf(manifest);
  return manifest.datasheets
    .filter((sheet) => (filter.includeArchived || !sheet.archived) && matches(sheet.name, filter))
    .map((sheet) => presentDatasheet(sheet, pins.get(sheet.standard_id)?.id));
}
