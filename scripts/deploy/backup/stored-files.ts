/**
 * The files in a backup: which ones its records name, and copying them between the file store and the folder of the
 * backup. The bytes under a key never change, so they may be copied at any time after the snapshot.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BSON } from 'mongodb';
import { MeasuringStream, type StoredObject } from '../../../shared/storage/measuring-stream.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { isStorageKey } from '../../../shared/storage-key.ts';
import { BackupError } from './backup-error.ts';
import type { BackupFolder, Manifest } from './backup-folder.ts';
import { readRecordPart } from './record-part.ts';

/** A file as its record describes it. */
interface StoredFile extends StoredObject {
  key: string;
}

/** The records of files. */
const SERVICE = 'files';
const COLLECTION = 'files';
/** Files at once: one waits for the disk while another is read. */
const CONCURRENCY = 4;

/** The files that the records of a backup name. @throws BackupError for a record that names none */
export async function* listFiles(
  folder: BackupFolder,
  databases: Manifest['databases'],
): AsyncIterable<StoredFile> {
  const database = databases.find(({ service }) => service === SERVICE);
  if (!database?.collections.some(({ name }) => name === COLLECTION)) return;
  for await (const bytes of readRecordPart(folder.partFile(SERVICE, COLLECTION))) {
    const { key, size, sha256 }: { [member: string]: unknown } = BSON.deserialize(bytes);
    if (
      typeof key !== 'string' ||
      !isStorageKey(key) ||
      typeof size !== 'number' ||
      typeof sha256 !== 'string'
    )
      throw new BackupError(`${folder.partFile(SERVICE, COLLECTION)} has a record without a file.`);
    yield { key, size, sha256 };
  }
}

/** Does the same with each file, several at a time. */
export const forEachFile = (
  files: AsyncIterable<StoredFile>,
  work: (file: StoredFile) => Promise<void>,
): Promise<void> => Readable.from(files).forEach(work, { concurrency: CONCURRENCY });

/**
 * Copies a file from one store to another, unless it is there already: a store has a file as a whole or not
 * at all. @returns whether the source had the bytes of the record
 */
export async function copyFile(from: ObjectStore, to: ObjectStore, file: StoredFile): Promise<boolean> {
  const { key, size, sha256 } = file;
  if ((await from.sizeOf(key)) !== size) return false;
  if ((await to.sizeOf(key)) === size) return true;
  // What a killed run has left under the key.
  await to.remove(key);
  const stored = await to.put(key, await from.open(key));
  if (stored.sha256 === sha256) return true;
  await to.remove(key);
  return false;
}

/** Whether the store has the bytes of the record. */
export async function hasFile(store: ObjectStore, { key, size, sha256 }: StoredFile): Promise<boolean> {
  if ((await store.sizeOf(key)) !== size) return false;
  const measure = new MeasuringStream();
  await pipeline(await store.open(key), measure.resume());
  return measure.summary().sha256 === sha256;
}
