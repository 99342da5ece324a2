/**
 * The space that files leave free on their disk. A MongoDB on the same disk, as `npm start` has one, stops when it
 * cannot write, and the service with it; a refused upload harms nobody else.
 */
import { statfs } from 'node:fs/promises';

/** More than MongoDB writes between two of its own checks, and than all uploads together between two of these. */
const MAX_RESERVE_BYTES = 256 << 20;
const MAX_RESERVE_SHARE = 0.1;

/** @param disk its whole size in bytes */
export const reserveOf = (disk: number): number => Math.min(MAX_RESERVE_BYTES, disk * MAX_RESERVE_SHARE);

/**
 * @param folder on the disk
 * @param reserve the bytes to leave free, by the size of the disk
 * @throws an error with the code ENOSPC, as the system throws when nothing at all is left
 */
export async function assertSpaceLeft(folder: string, reserve = reserveOf): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [left, kept] = [bavail * bsize, reserve(blocks * bsize)];
  if (left >= kept) return;
  const [has, keeps] = [left, kept].map((bytes) => (bytes / (1 << 20)).toFixed(1));
  const message = `ENOSPC: ${has} MB are left on the disk of ${folder}, of which ${keeps} MB are kept free for other data`;
  throw Object.assign(new Error(message), { code: 'ENOSPC', path: folder });
}
