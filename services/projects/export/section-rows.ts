/**
 * The section list of an export, in document order: the sections of the project, the standards in them, and the
 * sections of each standard, with the salted hashes by which a certificate covers their words. A scope statement is the
 * text under the section's own heading. Pure.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { hashWording, saltOfWording } from '../../../shared/proof-tree.ts';
import { parentOf } from '../../../shared/revisioning/outline/address.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import type { CertifiedSection } from '../certificates/revision-content.ts';
import {
  type Manifest,
  type ManifestStandard,
  type ProjectSection,
  sortSections,
} from '../revisions/manifest.ts';

/** The revision of a standard, as an export shows it. */
export type CertifiedOutline = ResultOf<(typeof standardInternalActions)['standards.certifiedOutline']>;

type ExportSection = ResultOf<(typeof projectExportEndpoints)['projects.export']>['sections'][number];

/** A place of the document tree with its own heading and the text under it. */
export interface SectionRow
  extends Pick<CertifiedSection, 'section_id' | 'standard_id' | 'address' | 'parent'> {
  heading: string;
  text: string;
  /** The printed number of a clause. */
  label?: string | undefined;
  /** Hash of a clause, and its salt unless the text is withheld. Null: a name and description of the project. */
  clause: { hash: string; salt: string | null } | null;
}

/** The headings from the top down to a section of the project. */
export function headingPathOf(sections: readonly ProjectSection[], id: number | null): string[] {
  const section = sections.find((candidate) => candidate.id === id);
  return section ? [...headingPathOf(sections, section.parent_id), section.name] : [];
}

/**
 * The rows of a revision; archived standards are no part of it. `outlines` has the headings of each pinned
 * standard revision.
 */
export function buildSectionRows(
  { sections, standards }: Manifest,
  outlines: ReadonlyMap<number, CertifiedOutline>,
): SectionRow[] {
  const rows: SectionRow[] = [];
  /** The places of the sections of the project. */
  const places = new Map<number, number>();
  const addStandardsIn = (sectionId: number | null): void => {
    for (const standard of standards) {
      if (standard.archived || sectionIdOf(standard, sections) !== sectionId) continue;
      const parent = sectionId === null ? null : (places.get(sectionId) ?? null);
      addStandardRows(rows, standard, parent, outlines.get(standard.standard_revision.id));
    }
  };
  for (const section of sortSections(sections)) {
    const parent = section.parent_id === null ? null : (places.get(section.parent_id) ?? null);
    places.set(section.id, rows.length);
    const own = { section_id: section.id, standard_id: null, address: null };
    rows.push({ ...own, parent, heading: section.name, text: section.description, clause: null });
    addStandardsIn(section.id);
  }
  addStandardsIn(null);
  return rows;
}

const sectionIdOf = ({ section_id }: ManifestStandard, sections: readonly ProjectSection[]): number | null =>
  sections.some(({ id }) => id === section_id) ? section_id : null;

function addStandardRows(
  rows: SectionRow[],
  { standard_id, section_id, name, description }: ManifestStandard,
  parent: number | null,
  outline: CertifiedOutline | undefined,
): void {
  const top = rows.length;
  rows.push({
    section_id,
    standard_id,
    address: null,
    parent,
    heading: name,
    text: description,
    clause: null,
  });
  /** The places of the headings, by address. */
  const places = new Map<string, number>();
  for (const { address, toc_content, content, label, hash, salt } of outline?.headings ?? []) {
    const above = findNearestHeading(parentOf(address), places);
    const place = above === null ? top : (places.get(above) ?? top);
    places.set(address, rows.length);
    const own = { section_id, standard_id, address };
    rows.push({ ...own, parent: place, heading: toc_content, text: content, label, clause: { hash, salt } });
  }
}

/** The nearest section at or above an address; null at the top. */
export function findNearestHeading(
  address: string | null,
  sections: { has(address: string): boolean },
): string | null {
  let at = address;
  while (at !== null && !sections.has(at)) at = parentOf(at);
  return at;
}

/** The salt of each row; null where its words are withheld. @param seed of the content */
const saltOfRow = ({ clause }: SectionRow, seed: string, place: number): string | null =>
  clause ? clause.salt : saltOfWording(seed, place);

/** The rows as a certificate covers them, without words. @param seed of the content */
export const certifyRows = (rows: readonly SectionRow[], seed: string): CertifiedSection[] =>
  rows.map(({ section_id, standard_id, address, parent, heading, text, clause }, place) => ({
    section_id,
    standard_id,
    address,
    parent,
    wording_sha256:
      clause?.hash ?? hashWording(saltOfWording(seed, place), { content: text, toc_content: heading }),
  }));

/** The rows of an export. @param seed of the content, for the salts; null: they are not signed */
export function presentRows(rows: readonly SectionRow[], seed: string | null): ExportSection[] {
  const paths: string[][] = [];
  return rows.map((row, place) => {
    const { section_id, standard_id, address, parent, heading, text, label, clause } = row;
    const heading_path = [...(parent === null ? [] : (paths[parent] ?? [])), heading];
    paths.push(heading_path);
    const salt = seed === null ? null : saltOfRow(row, seed, place);
    return {
      heading_path,
      scope_statement: text,
      ...labelMember(label),
      ...(clause?.salt === null ? { withheld: true } : {}),
      section_id,
      standard_id,
      address,
      ...(salt === null ? {} : { salt }),
    };
  });
}
