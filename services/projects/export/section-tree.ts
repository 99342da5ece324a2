/**
 * The section list of an export, in document order: the sections of the project, the standards filed in them, and the sections of
 * each standard (document 3, export; decisions P18: a scope statement is the text under the section's own heading). Pure.
 */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { parentOf } from '../../../shared/revisioning/address.ts';
import { type HeldStandard, type Manifest, orderSections, type Section } from '../revisions/manifest.ts';

export type SealedStandard = Result<(typeof standardsInternal)['standards.sealed']>;

export interface SectionRow {
  heading_path: string[];
  scope_statement: string;
  withheld?: true;
  section_id: number | null;
  standard_id: number | null;
  address: string | null;
}

/** The headings from the top down to a section of the project. */
export function sectionPath(sections: readonly Section[], id: number | null): string[] {
  const section = sections.find((candidate) => candidate.id === id);
  return section ? [...sectionPath(sections, section.parent_id), section.name] : [];
}

/** The rows of a revision; archived standards are no part of it. `sealed` has the content of each pinned standard revision. */
export function sectionTree(manifest: Manifest, sealed: ReadonlyMap<number, SealedStandard>): SectionRow[] {
  const { sections, standards } = manifest;
  const filedIn = (sectionId: number | null): SectionRow[] =>
    standards
      .filter((standard) => !standard.archived && homeOf(standard, sections) === sectionId)
      .flatMap((standard) => standardRows(standard, sections, sealed.get(standard.standard_revision.id)));
  return [
    ...orderSections(sections).flatMap((section) => [
      {
        heading_path: sectionPath(sections, section.id),
        scope_statement: section.description,
        section_id: section.id,
        standard_id: null,
        address: null,
      },
      ...filedIn(section.id),
    ]),
    ...filedIn(null),
  ];
}

const homeOf = ({ section_id }: HeldStandard, sections: readonly Section[]): number | null =>
  sections.some(({ id }) => id === section_id) ? section_id : null;

function standardRows(standard: HeldStandard, sections: readonly Section[], sealed: SealedStandard | undefined): SectionRow[] {
  const { standard_id, section_id, name, description } = standard;
  const top = [...sectionPath(sections, section_id), name];
  const headings = new Map<string, string[]>();
  const rows: SectionRow[] = [{ heading_path: top, scope_statement: description, section_id, standard_id, address: null }];
  for (const { address, attributes, toc_content, content, moderation } of sealed?.elements ?? []) {
    if (!attributes.inToc) continue;
    const heading_path = [...(headings.get(nearestHeading(parentOf(address), headings) ?? '') ?? top), toc_content];
    headings.set(address, heading_path);
    rows.push({
      heading_path,
      scope_statement: content,
      ...(moderation !== undefined && content === '' ? { withheld: true as const } : {}),
      section_id,
      standard_id,
      address,
    });
  }
  return rows;
}

/** The nearest section at or above an address; null at the top. */
export function nearestHeading(address: string | null, sections: { has(address: string): boolean }): string | null {
  let at = address;
  while (at !== null && !sections.has(at)) at = parentOf(at);
  return at;
}
