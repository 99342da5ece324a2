/**
 * Conversion of JSON texts to stored bytes and back, compressed with zstd from a megabyte on: large contents
 * in MongoDB, such as revisions and working copies.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const COMPRESS_FROM_BYTES = 1_000_000;
const ZSTD_MAGIC = 0xfd2fb528;

export function compressText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length > COMPRESS_FROM_BYTES ? zstdCompressSync(bytes) : bytes;
}

/** Bytes in a lean read: the driver's Binary, whose buffer may be longer than its content. */
interface MongoBinary {
  buffer: Uint8Array;
  position: number;
}

/** The bytes themselves. */
export const packedBytes = (packed: Uint8Array | MongoBinary): Uint8Array =>
  packed instanceof Uint8Array ? packed : packed.buffer.subarray(0, packed.position);

/** The text that was compressed. No JSON text begins with the magic number of zstd. */
export function decompressText(packed: Uint8Array | MongoBinary): string {
  const content = packedBytes(packed);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isCompressed = bytes.length >= 4 && bytes.readUInt32LE(0) === ZSTD_MAGIC;
  return (isCompressed ? zstdDecompressSync(bytes) : bytes).toString('utf8');
}
