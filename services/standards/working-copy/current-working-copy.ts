/**
 * Finds the open working copy of a standard, for a read, save or publish; and the errors when there is none, when the
 * caller's version is of a closed one, and when concurrent changes were faster.
 */
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import { closedConflict, noWorkingCopyError, staleConflict } from './errors.ts';
import type { WorkingCopyRecord } from './model.ts';
import type { OpenWorkingCopy, WorkingCopies } from './repository.ts';

/**
 * The open working copy, and the head of its standard as it was while that was open. No working copy where one was
 * discarded between the two reads: a discard undoes the merge by which the head names the source of its clauses.
 */
export async function findOpenWithHead(
  { workingCopies, standards }: { workingCopies: WorkingCopies; standards: Standards },
  standardId: number,
): Promise<{ open: OpenWorkingCopy | null; standard: StandardRecord | null }> {
  const open = await workingCopies.findCurrent(standardId);
  const standard = await standards.find(standardId);
  const now = open && (await workingCopies.findById(standardId));
  const isStillOpen = now?.opened_at.getTime() === open?.copy.opened_at.getTime();
  return { open: isStillOpen ? open : null, standard };
}

/**
 * The open working copy. @param head where it was read in this request
 * @throws NOT_FOUND, EDIT_CONFLICT `draft_closed` for the `baseVersion` of one that was closed
 */
export async function requireCurrent(
  workingCopies: WorkingCopies,
  standardId: number,
  baseVersion: string | undefined,
  head?: WorkingCopyRecord | null,
): Promise<OpenWorkingCopy> {
  const current = await workingCopies.findCurrent(standardId, { head });
  if (current) return current;
  await rejectClosed(workingCopies, standardId, baseVersion);
  throw noWorkingCopyError();
}

/**
 * @throws EDIT_CONFLICT `draft_closed` for a version of a working copy that was published or discarded
 */
export async function rejectClosed(
  workingCopies: WorkingCopies,
  standardId: number,
  version: string | undefined,
): Promise<void> {
  if (version !== undefined && (await workingCopies.isClosed(standardId, version))) throw closedConflict();
}

/** The error of a save or publish that lost every attempt to another writer. */
export async function lostRaceError(workingCopies: WorkingCopies, standardId: number): Promise<Error> {
  const copy = await workingCopies.findById(standardId);
  return copy ? staleConflict(copy) : noWorkingCopyError();
}
