/**
 * Changes of a project that need no draft, since its last publish. Deleted files: the published revision keeps them,
 * the next draft is created without them. Adopted sections: shown at once, and part of the next draft. Pure.
 */
import type { Manifest, ProjectSection } from './manifest.ts';

interface ProjectOfFiles {
  deleted_files?: number[];
}

/** A manifest without the deleted files. */
export function withoutDeletedFiles(manifest: Manifest, { deleted_files = [] }: ProjectOfFiles): Manifest {
  if (deleted_files.length === 0) return manifest;
  const deleted = new Set(deleted_files);
  return { ...manifest, files: manifest.files.filter(({ file_id }) => !deleted.has(file_id)) };
}

/** Removes the ids of deleted files. */
export function withoutDeletedIds(
  ids: readonly number[],
  { deleted_files = [] }: ProjectOfFiles,
): readonly number[] {
  if (deleted_files.length === 0) return ids;
  const deleted = new Set(deleted_files);
  return ids.filter((id) => !deleted.has(id));
}

/**
 * The deleted files of a project after a deletion; those that the published revision does not have need not
 * be remembered.
 */
export function addDeletedFiles(
  { deleted_files = [] }: ProjectOfFiles,
  ids: readonly number[],
  published: Pick<Manifest, 'files'>,
): number[] {
  const inPublished = new Set(published.files.map(({ file_id }) => file_id));
  return [...new Set([...deleted_files, ...ids.filter((id) => inPublished.has(id))])];
}

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
