/** Views of a project revision without its manifest, and of the standards and datasheets of a manifest. */
import type {
  datasheetRow,
  projectRevisionView,
  standardRow,
} from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { containsFolded } from '../../../shared/text/names-and-emails.ts';
import {
  type Manifest,
  type ManifestDatasheet,
  type ManifestStandard,
  pinsByStandard,
  sortStandards,
} from './manifest.ts';
import type { ProjectRevisionHead } from './model.ts';

/** A revision without its manifest. */
export function presentProjectRevision(revision: ProjectRevisionHead): Infer<typeof projectRevisionView> {
  return {
    id: revision._id,
    code: revision.code,
    is_draft: revision.is_draft,
    name: revision.name,
    description: revision.description,
    revision_type: revision.revision_type,
    created_at: revision.created_at.toISOString(),
    created_by: revision.created_by,
    published_at: revision.published_at?.toISOString() ?? null,
    published_by: revision.published_by,
    content_hash: revision.content_hash,
    ...(revision.acknowledged ? { acknowledged: revision.acknowledged } : {}),
  };
}

/** The row of a standard in a manifest. */
export const presentStandardRow = (
  standard: ManifestStandard,
  manifest: Manifest,
): Infer<typeof standardRow> => {
  const section = manifest.sections.find(({ id }) => id === standard.section_id);
  return {
    standard_id: standard.standard_id,
    name: standard.name,
    standard_revision: standard.standard_revision,
    category: section ? { id: section.id, name: section.name, parent_id: section.parent_id } : null,
    library: standard.library,
    datasheet_count: manifest.datasheets.filter(
      (sheet) => sheet.standard_id === standard.standard_id && !sheet.archived,
    ).length,
    archived: standard.archived,
  };
};

/** The row of a datasheet in a manifest; its upgrade status is against the pin there. */
export const presentDatasheetRow = (
  sheet: ManifestDatasheet,
  manifest: Manifest,
): Infer<typeof datasheetRow> => toDatasheetRow(sheet, pinsByStandard(manifest).get(sheet.standard_id)?.id);

const toDatasheetRow = (
  sheet: ManifestDatasheet,
  pinned: number | undefined,
): Infer<typeof datasheetRow> => ({
  id: sheet.datasheet_id,
  name: sheet.name,
  standard_id: sheet.standard_id,
  version: sheet.version,
  upgrade_status: sheet.standard_revision_id === pinned ? 'current' : 'needs_upgrade',
  archived: sheet.archived,
});

interface ManifestFilter {
  searchQuery?: string | undefined;
  includeArchived?: boolean | undefined;
}

/** Literal text, regardless of case. */
const matchesSearch = (name: string, { searchQuery }: ManifestFilter): boolean =>
  searchQuery === undefined || containsFolded(name, searchQuery);

/** The standards of a manifest, in document order. */
export const listStandards = (manifest: Manifest, filter: ManifestFilter = {}): Infer<typeof standardRow>[] =>
  sortStandards(manifest)
    .filter(
      (standard) => (filter.includeArchived || !standard.archived) && matchesSearch(standard.name, filter),
    )
    .map((standard) => presentStandardRow(standard, manifest));

/** The datasheets of a manifest; their upgrade status is against its own pins. */
export function listDatasheets(
  manifest: Manifest,
  filter: ManifestFilter = {},
): Infer<typeof datasheetRow>[] {
  const pins = pinsByStandard(manifest);
  return manifest.datasheets
    .filter((sheet) => (filter.includeArchived || !sheet.archived) && matchesSearch(sheet.name, filter))
    .map((sheet) => toDatasheetRow(sheet, pins.get(sheet.standard_id)?.id));
}
