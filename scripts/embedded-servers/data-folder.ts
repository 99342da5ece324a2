import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder of ours, closed to other users, where it is missing. @throws an errno when it cannot be made or written to */
export function createDataFolder(folder: string): void {
  createMissingFolders(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

/** Folder by folder: Node's `recursive` never returns where the system denies that a parent exists, as /proc does. */
function createMissingFolders(folder: string): void {
  if (existsSync(folder)) return;
  createMissingFolders(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
