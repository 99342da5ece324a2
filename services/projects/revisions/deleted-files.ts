/**
 * Files that were deleted since the last publish: the published revision keeps them, the next
 * draft is made without them. Pure.
 */
import type { Manifest } from './manifest.ts';

interface ProjectOfFiles {
  deleted_files?: number[];
}

/** A manifest without the deleted files. */
export function withoutDeletedFiles(manifest: Manifest, { deleted_files = [] }: ProjectOfFiles): Manifest {
  if (deleted_files.length === 0) return manifest;
  const deleted = new Set(deleted_files);
  return { ...manifest, files: manifest.files.filter(({ file_id }) => !deleted.has(file_id)) };
}

/** The ids among these of files that are not deleted. */
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
