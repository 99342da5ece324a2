/**
 * Removal of old backups beside a new one, so that a backup each night does not fill the disk. Only whole backups of the same
 * deployment are removed.
 */
import type { Dirent } from 'node:fs';
import { readdir, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupFolder, MANIFEST, type Manifest, PARTS } from './backup-folder.ts';

/**
 * Removes the oldest backups beside a new one, so that with it `keep` are left. Only whole backups of databases with the same
 * prefix count and are removed: not what was broken off or may still be under way, not what is a link, nor a folder in
 * which something else lies as well.
 * @param path of the new one, which stays
 * @returns the removed folders, the oldest first
 */
export async function removeOldBackups(path: string, { prefix }: Manifest, keep: number): Promise<string[]> {
  const parent = dirname(path);
  const others: { folder: string; at: string }[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    const folder = join(parent, entry.name);
    const manifest = folder === path ? null : await readBackup(folder, entry);
    if (manifest?.prefix === prefix) others.push({ folder, at: manifest.at });
  }
  const old = others
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, Math.max(0, others.length - (keep - 1)))
    .map(({ folder }) => folder);
  for (const folder of old) {
    // First: what is only partly removed is no backup.
    await unlink(join(folder, MANIFEST));
    await rm(folder, { recursive: true });
  }
  return old;
}

/** The manifest of a whole backup and nothing else; null for anything that is not one. */
async function readBackup(folder: string, entry: Dirent): Promise<Manifest | null> {
  if (!entry.isDirectory()) return null;
  try {
    const names = await readdir(folder);
    if (names.some((name) => !PARTS.has(name))) return null;
    return await new BackupFolder(folder).readManifest();
  } catch {
    return null;
  }
}
