/**
 * Temporary folders of embedded servers, on disk or in memory: creation, removal, and search for those of any
 * process.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function createScratchFolder(label: string): string {
  return mkdtempSync(join(tmpdir(), `construction-${label}-`));
}

const MEMORY_FOLDER = '/dev/shm';

/** A scratch folder in memory where at least `bytes` are free there, else on disk. */
export function createMemoryFolder(label: string, bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= bytes) return mkdtempSync(join(MEMORY_FOLDER, `construction-${label}-`));
  } catch {
    // Not on this system, or not writable.
  }
  return createScratchFolder(label);
}

export function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The existing folders with this label, of any process. */
export function findScratchFolders(label: string): string[] {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(`construction-${label}-`));
  return names.map((name) => join(tmpdir(), name));
}
