/**
 * Removal of old backups after a new one, so that a backup each night does not fill the disk. Only whole backups of the same
 * deployment are removed.
 */
import type { Dirent } from 'node:fs';
import { readdir, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';
import { BackupFolder, MANIFEST, type Manifest, TOP_LEVEL_NAMES } from './backup-folder.ts';

/** What became of the old backups. */
interface Removal {
  /** Names of folders, the oldest first. */
  removed: string[];
  /** Why others could not be removed. */
  failures: string[];
}

/**
 * Removes the oldest backups beside a new one, so that with it `keep` are left. Only whole backups of databases with the same
 * prefix that are older than it count and are removed: not what was broken off or may still be under way, not what is a link,
 * nor a folder in which something else lies beside the parts. Where the new one lacks files, the newest with all of its files stays too.
 * @param path of the new one, which stays
 */
export async function removeOldBackups(path: string, made: Manifest, keep: number): Promise<Removal> {
  const parent = dirname(path);
  const older: { name: string; at: string; isComplete: boolean }[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const manifest = await readBackup(join(parent, entry.name), entry);
    // Of two that end together neither removes the other.
    if (manifest?.prefix === made.prefix && manifest.at < made.at)
      older.push({ name: entry.name, at: manifest.at, isComplete: manifest.files.missing.length === 0 });
  }
  older.sort((a, b) => (a.at < b.at ? -1 : 1));
  const lastComplete =
    made.files.missing.length > 0 ? older.findLast(({ isComplete }) => isComplete) : undefined;
  const removal: Removal = { removed: [], failures: [] };
  for (const backup of older.slice(0, Math.max(0, older.length - (keep - 1)))) {
    if (backup === lastComplete) continue;
    const folder = join(parent, backup.name);
    try {
      // First: what is only partly removed is no backup.
      await unlink(join(folder, MANIFEST));
      await rm(folder, { recursive: true });
      removal.removed.push(backup.name);
    } catch (error) {
      // Another backup that ends now may have removed it.
      if (!hasSystemCode(error, 'ENOENT')) removal.failures.push(`${backup.name}: ${String(error)}`);
    }
  }
  return removal;
}

/** The manifest of a whole backup and nothing else; null for anything that is not one. */
async function readBackup(folder: string, entry: Dirent): Promise<Manifest | null> {
  if (!entry.isDirectory()) return null;
  try {
    const names = await readdir(folder);
    if (names.some((name) => !TOP_LEVEL_NAMES.has(name))) return null;
    return await new BackupFolder(folder).readManifest();
  } catch {
    return null;
  }
}
