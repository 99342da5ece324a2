/**
 * Sections that were adopted into a project since its last publish. They are shown at once,
 * without a draft, and become part of the next draft. Pure.
 */
import type { Manifest, ProjectSection } from './manifest.ts';

interface AdoptingProject {
  draft_revision_id: number | null;
  adopted_sections?: ProjectSection[];
}

/** A manifest with the adopted sections that it lacks. */
export function withAdoptedSections(
  manifest: Manifest,
  { adopted_sections = [] }: Pick<AdoptingProject, 'adopted_sections'>,
): Manifest {
  const known = new Set(manifest.sections.map(({ id }) => id));
  const missing = adopted_sections.filter(({ id }) => !known.has(id));
  return missing.length === 0 ? manifest : { ...manifest, sections: [...manifest.sections, ...missing] };
}

/** The manifest of a revision with the sections that its readers see now; a draft has its own. */
export const withCurrentSections = (
  manifest: Manifest,
  revisionId: number | null,
  project: AdoptingProject,
): Manifest =>
  revisionId !== null && revisionId === project.draft_revision_id
    ? manifest
    : withAdoptedSections(manifest, project);
