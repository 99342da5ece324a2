/** What the verifier takes from node:zlib, for browsers: the bytes of an attachment of a PDF, of a size that is bounded. */
import { Buffer } from 'buffer';
import { Unzlib } from 'fflate';

/** What is read at once: it becomes at most a thousand times as much before its size is looked at. */
const PIECE = 4_096;
const CHECKSUM_BYTES = 4;
const ADLER_MODULUS = 65_521;
/** So many sums stay below 2^32. */
const ADLER_RUN = 5_552;

/**
 * @throws RangeError for more than that; Error for what is no zlib data, or has another checksum
 */
export function inflateSync(packed: Uint8Array, { maxOutputLength }: { maxOutputLength: number }): Buffer {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Unzlib((part) => {
    size += part.length;
    if (size > maxOutputLength) throw new RangeError('the data is larger than allowed');
    parts.push(part);
  });
  for (let at = 0; at === 0 || at < packed.length; at += PIECE)
    reader.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
  const bytes = Buffer.concat(parts, size);
  const checksum = Buffer.from(packed.subarray(-CHECKSUM_BYTES)).readUInt32BE();
  if (adler32(bytes) !== checksum) throw new Error('incorrect data check');
  return bytes;
}

/** The checksum of RFC 1950, which fflate does not compare. */
function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let at = 0; at < bytes.length; at += ADLER_RUN) {
    for (const byte of bytes.subarray(at, at + ADLER_RUN)) {
      low += byte;
      high += low;
    }
    low %= ADLER_MODULUS;
    high %= ADLER_MODULUS;
  }
  return high * 65_536 + low;
}
