/**
 * Removes the records of files that the draft no longer has, or marks them as deleted where published revisions keep
 * them. The draft itself is changed in `../actions/removal-actions.ts`.
 */
import type { ClientSession } from 'mongoose';
import type { Files } from '../repository.ts';

/** Ids of removed files. */
export interface RemovedFiles {
  /** No revision has them: record and bytes go. */
  removedFiles?: number[];
  /** Published revisions keep them. */
  deletedFiles?: number[];
}

/**
 * Removes or marks the records; bytes without a record are swept. False when another request has done so.
 */
export async function removeRecords(
  files: Files,
  { removedFiles = [], deletedFiles = [] }: RemovedFiles,
  session: ClientSession,
): Promise<boolean> {
  const removed = removedFiles.length === 0 ? 0 : await files.remove(removedFiles, session);
  const marked = deletedFiles.length === 0 ? 0 : await files.markDeleted(deletedFiles, session);
  return removed + marked === removedFiles.length + deletedFiles.length;
}
