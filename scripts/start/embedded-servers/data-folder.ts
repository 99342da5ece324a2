/** Creation of a data folder, with its parents, for the owner only; checks that it is writable. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates a folder where it is missing. @throws an errno error when it cannot be created or written to */
export function createDataFolder(folder: string): void {
  createMissingFolders(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

/**
 * One folder at a time: Node's `recursive` never returns where the system denies that a parent exists, as
 * /proc does.
 */
function createMissingFolders(folder: string): void {
  if (existsSync(folder)) return;
  createMissingFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
