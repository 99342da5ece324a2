/**
 * Manifest of a project revision or draft: its types, stored form and document order. It points to sealed
 * objects of other services and keeps their names, so that renames do not change it.
 */
import { nestCategories } from '../../../shared/category-trees/nesting.ts';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { StandardPin } from './model.ts';

export interface RevisionPin {
  id: number;
  code: string;
}

export interface ManifestStandard {
  standard_id: number;
  name: string;
  description: string;
  standard_revision: RevisionPin;
  library: { id: number; name: string } | null;
  section_id: number | null;
  archived: boolean;
}

export interface ManifestDatasheet {
  datasheet_id: number;
  name: string;
  standard_id: number;
  revision_id: number;
  /** Opaque, from the datasheets service. */
  version: string;
  standard_revision_id: number;
  archived: boolean;
  /** Archived because its standard was, and so restored with it. */
  archived_with_standard?: true;
}

/** A datasheet that was deleted, with the revision that records it, so that its history stays readable. */
export interface DatasheetDeletion {
  datasheet_id: number;
  revision_id: number;
}

export interface ManifestFile {
  file_id: number;
  name: string;
  sha256: string;
}

/** A category of the project, stored in the manifest so that it is published with it. */
export interface ProjectSection {
  id: number;
  project_id: number;
  name: string;
  description: string;
  parent_id: number | null;
  sort_order: number;
}

/** A section that was merged into another one, or deleted in its favour. */
export interface SectionMove {
  from: number;
  to: number;
}

export interface Manifest {
  standards: ManifestStandard[];
  datasheets: ManifestDatasheet[];
  files: ManifestFile[];
  sections: ProjectSection[];
  /**
   * For the standards of the project that name a former section as their category: standards stores them once
   * for all revisions, so the move is published and reverted with the manifest.
   */
  section_moves?: SectionMove[];
  /** Absent before the first deletion. */
  datasheet_deletions?: DatasheetDeletion[];
}

export const EMPTY_MANIFEST: Manifest = { standards: [], datasheets: [], files: [], sections: [] };

/** A manifest as stored: its JSON, compressed. */
export const packManifest = (manifest: Manifest): Buffer => compressText(JSON.stringify(manifest));

/** Reads the result of `packManifest`. */
export function unpackManifest(packed: Uint8Array): Manifest {
  // Written only by packManifest, so it has the shape it wrote.
  const manifest: Manifest = JSON.parse(decompressText(packed));
  return manifest;
}

/** Whether a manifest has no entries. */
export const isEmptyManifest = ({ standards, datasheets, files, sections }: Manifest): boolean =>
  standards.length + datasheets.length + files.length + sections.length === 0;

/** The pin of each standard by its id. */
export const pinsByStandard = (manifest: Manifest): Map<number, RevisionPin> =>
  new Map(manifest.standards.map(({ standard_id, standard_revision }) => [standard_id, standard_revision]));

/** The pins as stored with the manifest. */
export const toStandardPins = ({ standards }: Manifest): StandardPin[] =>
  standards.map(({ standard_id, standard_revision: { id, code } }) => ({ standard_id, id, code }));

/** Sections in document order: each top-level one before its own, by sort order, then by age. */
export const sortSections = (sections: readonly ProjectSection[]): ProjectSection[] =>
  nestCategories([...sections].sort((a, b) => a.sort_order - b.sort_order || a.id - b.id)).flat(2);

/** Standards in document order: by section, those without one last, then in the order of their import. */
export function sortStandards({ standards, sections }: Manifest): ManifestStandard[] {
  const place = new Map(sortSections(sections).map((section, index) => [section.id, index]));
  const placeOf = ({ section_id }: ManifestStandard): number =>
    section_id === null ? sections.length : (place.get(section_id) ?? sections.length);
  return standards
    .map((standard, index) => ({ standard, index, at: placeOf(standard) }))
    .sort((a, b) => a.at - b.at || a.index - b.index)
    .map(({ standard }) => standard);
}
