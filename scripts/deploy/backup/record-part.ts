/**
 * Part of a backup with the records of a collection: BSON documents one after the other, compressed with zstd.
 * Written, verified by its SHA-256, and read back document by document.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { MeasuringStream } from '../../../shared/storage/measuring-stream.ts';
import { BackupError } from './backup-error.ts';

/** Documents are handed to the compressor in pieces of this size. */
const PIECE_BYTES = 256 * 1024;

/** @returns the number of records, their bytes, and the SHA-256 of the part */
export async function writeRecordPart(
  file: string,
  records: AsyncIterable<Uint8Array>,
): Promise<{ records: number; bytes: number; sha256: string }> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const written = { records: 0, bytes: 0 };
  async function* pieces(): AsyncIterable<Buffer> {
    let piece: Uint8Array[] = [];
    let size = 0;
    for await (const record of records) {
      written.records += 1;
      written.bytes += record.length;
      piece.push(record);
      size += record.length;
      if (size < PIECE_BYTES) continue;
      yield Buffer.concat(piece);
      piece = [];
      size = 0;
    }
    if (size > 0) yield Buffer.concat(piece);
  }
  const handle = await open(file, 'wx', 0o600);
  try {
    const measure = new MeasuringStream();
    await pipeline(Readable.from(pieces()), createZstdCompress(), measure, async (source) => {
      for await (const chunk of source) await handle.writeFile(chunk);
    });
    await handle.sync();
    return { ...written, sha256: measure.summary().sha256 };
  } finally {
    await handle.close();
  }
}

/** @throws BackupError when the part is missing or damaged */
export async function verifyPart(file: string, sha256: string): Promise<void> {
  const measure = new MeasuringStream();
  const ignore = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file), measure, ignore);
  } catch (error) {
    throw new BackupError(`The backup is damaged: ${error instanceof Error ? error.message : file}`);
  }
  if (measure.summary().sha256 !== sha256)
    throw new BackupError(`The backup is damaged: ${file} differs from its SHA-256 in the manifest.`);
}

/** The documents of a part, in the order in which they were written. */
export async function* readRecordPart(file: string): AsyncIterable<Buffer> {
  const source = createReadStream(file);
  const chunks = createZstdDecompress();
  // Its end, and its errors, reach the loop through `chunks`.
  const read = pipeline(source, chunks);
  read.catch(() => undefined);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= 4) {
      const size = rest.readInt32LE(at);
      if (rest.length - at < size) break;
      yield rest.subarray(at, at + size);
      at += size;
    }
    rest = rest.subarray(at);
  }
  await read;
  if (rest.length > 0) throw new BackupError(`The backup is damaged: ${file} ends within a record.`);
}
