/**
 * Object store in a folder on local disk (`DATA_DIR/files`), for a deployment of one machine.
 */
import type { Dir } from 'node:fs';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasSystemCode } from '../kernel/errors/system-code.ts';
import { isStorageKey } from '../storage-key.ts';
import { assertSpaceLeft, reserveOf } from './disk-reserve.ts';
import { MeasuringStream, type StoredObject } from './measuring-stream.ts';
import type { ObjectStore, StoredRange } from './object-store.ts';

/** Folder of incomplete files, under their keys. */
const INCOMING_FOLDER = 'arriving';
/** Bytes of a file that are written before the space that is left is looked at again. */
const CHECK_EVERY = 1 << 20;

export class DiskStore implements ObjectStore {
  readonly #root: string;
  readonly #reserve: (disk: number) => number;

  /** @param reserve the bytes that files leave free, by the size of the disk */
  constructor(root: string, reserve = reserveOf) {
    this.#root = root;
    this.#reserve = reserve;
  }

  async prepare(): Promise<void> {
    await mkdir(join(this.#root, INCOMING_FOLDER), { recursive: true, mode: 0o700 });
  }

  async check(): Promise<void> {
    await stat(this.#root);
  }

  /** @throws an error of the system; with the code ENOSPC also where the reserve of the disk would be used */
  async put(key: string, bytes: Readable, measure = new MeasuringStream()): Promise<StoredObject> {
    const target = this.#path(key);
    const arriving = join(this.#root, INCOMING_FOLDER, key);
    try {
      await assertSpaceLeft(this.#root, this.#reserve);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await mkdir(dirname(arriving), { recursive: true, mode: 0o700 });
      const file = await open(arriving, 'wx', 0o600);
      try {
        await pipeline(bytes, measure, async (source: AsyncIterable<Buffer>) => {
          let unchecked = 0;
          for await (const chunk of source) {
            await file.writeFile(chunk);
            unchecked += chunk.length;
            if (unchecked < CHECK_EVERY) continue;
            unchecked = 0;
            await assertSpaceLeft(this.#root, this.#reserve);
          }
        });
        // The bytes are synced before the rename, and the rename before a record names the key.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(arriving, target);
      await syncFolder(dirname(target));
      return measure.summary();
    } catch (error) {
      bytes.destroy();
      await rm(arriving, { force: true });
      await rm(target, { force: true });
      throw error;
    }
  }

  async open(key: string, range?: StoredRange): Promise<Readable> {
    const file = await open(this.#path(key), 'r');
    return createReadStream('', { fd: file, ...range });
  }

  async sizeOf(key: string): Promise<number | null> {
    try {
      const { size } = await stat(this.#path(key));
      return size;
    } catch (error) {
      if (hasSystemCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async presign(): Promise<null> {
    return null;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
    await rm(join(this.#root, INCOMING_FOLDER, key), { force: true });
  }

  async *keys(): AsyncIterable<string> {
    yield* this.#walk(this.#root, 0);
  }

  /** The root contains two levels of fan-out and the folder of incomplete files. */
  async *#walk(folder: string, depth: number): AsyncIterable<string> {
    let entries: Dir;
    try {
      entries = await opendir(folder);
    } catch (error) {
      if (hasSystemCode(error, 'ENOENT')) return;
      throw error;
    }
    for await (const entry of entries) {
      if (entry.isFile() && isStorageKey(entry.name)) yield entry.name;
      else if (entry.isDirectory() && depth < 2) yield* this.#walk(join(folder, entry.name), depth + 1);
    }
  }

  #path(key: string): string {
    if (!isStorageKey(key)) throw new Error('not a storage key');
    return join(this.#root, key.slice(0, 2), key.slice(2, 4), key);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, so it has to rely on the rename.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
