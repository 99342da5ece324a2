/**
 * Test fixture: a small disk in memory, for tests of what happens when a disk is full. Only the superuser of Linux
 * may mount one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterTest } from '../../../test/after-test.ts';

/** Mounts a disk of so many kilobytes until the end of the test. @returns its folder */
export function mountSmallDisk(kilobytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  afterTest(() => unmount(folder));
  return folder;
}

/** Leaves no space on a disk. */
export function fillDisk(folder: string): void {
  try {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'filling'), Buffer.alloc(bavail * bsize));
    writeFileSync(join(folder, 'filling'), 'x'.repeat(1 << 20), { flag: 'a' });
  } catch {
    // The disk is full.
  }
}

/** Why no disk can be mounted here; false where one can. */
export function mountingRefused(): string | false {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return status === 0 ? false : 'mounting a small disk needs root';
}

/** Lazily: a server that was just killed may still have files open. */
function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmdirSync(folder);
}
