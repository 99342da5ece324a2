/** JSON text as it is stored: bytes, compressed from a megabyte on, so that a read costs a decode and a parse at most. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const COMPRESS_FROM_BYTES = 1_000_000;
const ZSTD_MAGIC = 0xfd2fb528;

/** The bytes of a JSON text. */
export function compressText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length > COMPRESS_FROM_BYTES ? zstdCompressSync(bytes) : bytes;
}

/** Bytes as a lean read gives them: the driver's Binary, whose buffer may be longer than its content. */
interface MongoBinary {
  buffer: Uint8Array;
  position: number;
}

/** What `compressText` was given. No JSON text begins with the four bytes that open a zstd frame. */
export function decompressText(packed: Uint8Array | MongoBinary): string {
  const content = packed instanceof Uint8Array ? packed : packed.buffer.subarray(0, packed.position);
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isCompressed = bytes.length >= 4 && bytes.readUInt32LE(0) === ZSTD_MAGIC;
  return (isCompressed ? zstdDecompressSync(bytes) : bytes).toString('utf8');
}
