import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for data that are thrown away. */
export function createScratchFolder(label: string): string {
  return mkdtempSync(join(tmpdir(), `construction-${label}-`));
}

/** Removes a folder with all that is in it. */
export function removeScratchFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** The folders of this kind that are there, whoever made them. */
export function findScratchFolders(label: string): string[] {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(`construction-${label}-`));
  return names.map((name) => join(tmpdir(), name));
}
