/**
 * Recognises a full disk as the cause of a failure, from the error of the system, of a program or of MongoDB and the
 * space that is left, for a message that says so. A MongoDB without space stops, often without a word in its log.
 */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';

/** A disk is full; the message is one line that names it. */
export class DiskFullError extends Error {}

/** Error codes of the system, and of MongoDB (OutOfDiskSpace). */
const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT', 14_031] as const;
/** How programs and the log of MongoDB (28 and 122 are the numbers of the system) say it. */
const FULL_DISK_WORDS =
  /ENOSPC|EDQUOT|No space left|Disk quota exceeded|not enough space on the disk|\[Errno (28|122)\]|"error":(28|122)\b/i;
/** With less than this a server that ended has most likely failed to write. */
const FULL_BYTES = 16 << 20;

/** Whether the output of a program, or the message of its error, says that a disk is full. */
const saysDiskFull = (text: string): boolean => FULL_DISK_WORDS.test(text);

/** Whether an error of the system or of MongoDB says that a disk is full. */
export const isDiskFullError = (error: unknown): boolean =>
  hasSystemCode(error, ...FULL_DISK_CODES) || (error instanceof Error && saysDiskFull(error.message));

/**
 * The sentence for whoever runs the service; null where neither the error nor the space that is left means a full disk.
 * @param folders in which the failed work may have written
 */
export function describeFullDisk(error: unknown, folders: readonly string[]): string | null {
  if (error instanceof DiskFullError) return error.message;
  const isCertain = isDiskFullError(error);
  // An error of writing names no file. Servers without data of their own have their files in the temporary folder.
  const searched = isCertain ? [...folders, tmpdir()] : folders;
  const full = pathOf(error) ?? searched.find((folder) => freeBytes(folder) < FULL_BYTES);
  if (full !== undefined) return fullDiskAt(full, error);
  return isCertain ? `The disk is full (${(error as Error).message}). ${ADVICE}` : null;
}

const pathOf = (error: unknown): string | undefined =>
  isDiskFullError(error) ? (error as NodeJS.ErrnoException).path : undefined;

const ADVICE = 'Free some space there and start again.';

function fullDiskAt(path: string, error: unknown): string {
  const megabytes = (freeBytes(path) / (1 << 20)).toFixed(1);
  const reason = isDiskFullError(error) ? `${(error as Error).message}; ` : '';
  return `The disk of ${path} is full (${reason}${megabytes} MB left). ${ADVICE}`;
}

/** What is left on the disk of a path, which need not exist; Infinity where the system does not tell. */
function freeBytes(path: string): number {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(nearestFolder(path));
    // Some file systems count no files.
    return files > 0 && ffree === 0 ? 0 : bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const nearestFolder = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
