/**
 * The section list of an export, in document order: the sections of the project, the standards in them, and
 * the sections of each standard (document 3, export; decisions P18: a scope statement is the text under the
 * section's own heading). Pure.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { parentOf } from '../../../shared/revisioning/address.ts';
import {
  type Manifest,
  type ManifestStandard,
  type ProjectSection,
  sortSections,
} from '../revisions/manifest.ts';

export type SealedStandard = ResultOf<(typeof standardInternalActions)['standards.sealed']>;

export interface SectionRow {
  heading_path: string[];
  scope_statement: string;
  withheld?: true;
  section_id: number | null;
  standard_id: number | null;
  address: string | null;
}

/** The headings from the top down to a section of the project. */
export function headingPathOf(sections: readonly ProjectSection[], id: number | null): string[] {
  const section = sections.find((candidate) => candidate.id === id);
  return section ? [...headingPathOf(sections, section.parent_id), section.name] : [];
}

/**
 * The rows of a revision; archived standards are no part of it. `sealed` has the content of each pinned
 * standard revision.
 */
export function buildSectionRows(
  manifest: Manifest,
  sealed: ReadonlyMap<number, SealedStandard>,
): SectionRow[] {
  const { sections, standards } = manifest;
  const rowsOfStandardsIn = (sectionId: number | null): SectionRow[] =>
    standards
      .filter((standard) => !standard.archived && sectionIdOf(standard, sections) === sectionId)
      .flatMap((standard) =>
        buildStandardRows(standard, sections, sealed.get(standard.standard_revision.id)),
      );
  return [
    ...sortSections(sections).flatMap((section) => [
      {
        heading_path: headingPathOf(sections, section.id),
        scope_statement: section.description,
        section_id: section.id,
        standard_id: null,
        address: null,
      },
      ...rowsOfStandardsIn(section.id),
    ]),
    ...rowsOfStandardsIn(null),
  ];
}

const sectionIdOf = ({ section_id }: ManifestStandard, sections: readonly ProjectSection[]): number | null =>
  sections.some(({ id }) => id === section_id) ? section_id : null;

function buildStandardRows(
  standard: ManifestStandard,
  sections: readonly ProjectSection[],
  sealed: SealedStandard | undefined,
): SectionRow[] {
  const { standard_id, section_id, name, description } = standard;
  const top = [...headingPathOf(sections, section_id), name];
  const headings = new Map<string, string[]>();
  const rows: SectionRow[] = [
    { heading_path: top, scope_statement: description, section_id, standard_id, address: null },
  ];
  for (const { address, attributes, toc_content, content, moderation } of sealed?.elements ?? []) {
    if (!attributes.inToc) continue;
    const heading_path = [
      ...(headings.get(findNearestHeading(parentOf(address), headings) ?? '') ?? top),
      toc_content,
    ];
    headings.set(address, heading_path);
    rows.push({
      heading_path,
      scope_statement: content,
      ...(moderation?.level === 2 ? { withheld: true as const } : {}),
      section_id,
      standard_id,
      address,
    });
  }
  return rows;
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
