/** Rules for the sections of a project (decisions S21). */
import { assertTopLevel } from '../../../shared/categories.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Manifest, ProjectSection } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';

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

/** A change of a section in the history of the draft. */
export const sectionChange = ({ id, name }: ProjectSection, action: string): DraftChange => ({
  kind: 'section',
  subject: id,
  name,
  action,
  count: 1,
});

/** The audit entry of a change of a section, under the endpoint of categories that made it. */
export const sectionNote = (
  action: string,
  projectId: number,
  { id, name }: { id: number; name?: string },
  draft: { id: number; version: string } | null,
): Parameters<Call['audit']>[1] => ({
  action,
  resource: { type: 'category', id },
  details: {
    ...(name === undefined ? {} : { name }),
    subject_type: 'project',
    subject_id: projectId,
    ...(draft && { project_revision: { id: draft.id }, version: draft.version }),
  },
});
