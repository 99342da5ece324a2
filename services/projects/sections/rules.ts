/** Rules for the sections of a project (decisions S21). */
import { assertTopLevel } from '../../../shared/categories.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Manifest, ProjectSection } from '../revisions/manifest.ts';

/** The section of that name below that parent; names are compared without case (S21). */
export const findSectionByName = (
  sections: readonly ProjectSection[],
  name: string,
  parentId: number | null,
): ProjectSection | undefined =>
  sections.find((section) => section.parent_id === parentId && foldName(section.name) === foldName(name));

/**
 * A manifest with one more section; only who may read sections is told the id of one with the name (G13).
 * @throws NAME_TAKEN among its siblings, NOT_FOUND for an unknown parent, VALIDATION_ERROR for a parent that
 * is not at the top
 */
export function addSection(
  manifest: Manifest,
  section: ProjectSection,
  { mayRead }: { mayRead: boolean },
): Manifest {
  const { sections } = manifest;
  if (section.parent_id !== null) {
    const parent = sections.find(({ id }) => id === section.parent_id);
    if (!parent) throw notFound();
    assertTopLevel(parent, (message) => validationError([{ path: 'parent_id', message }]));
  }
  const taken = findSectionByName(sections, section.name, section.parent_id);
  if (taken) {
    throw apiError('NAME_TAKEN', `A category named "${taken.name}" already exists here.`, {
      metadata: mayRead ? { existingId: taken.id } : {},
    });
  }
  return { ...manifest, sections: [...sections, section] };
}
