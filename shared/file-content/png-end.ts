/**
 * Checks that the last chunk of a PNG ends the file. What follows it may be a script, even when a copy of the last
 * chunk comes after it.
 */

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 8;
const CHECKSUM_BYTES = 4;
const APPENDED = 'does not end with its last chunk: save it again without what was appended';

/** @returns the fault as the end of a sentence; null when there is none */
export async function findPngFault(bytes: AsyncIterable<Buffer>): Promise<string | null> {
  /** Bytes before the next header. */
  let skipped = SIGNATURE_BYTES;
  let header = Buffer.alloc(0);
  let isEnd = false;
  for await (let part of bytes) {
    while (part.length > 0) {
      if (skipped > 0) {
        const count = Math.min(skipped, part.length);
        skipped -= count;
        part = part.subarray(count);
      } else if (isEnd) return APPENDED;
      else {
        const count = Math.min(HEADER_BYTES - header.length, part.length);
        header = Buffer.concat([header, part.subarray(0, count)]);
        part = part.subarray(count);
        if (header.length < HEADER_BYTES) continue;
        const length = header.readUInt32BE(0);
        skipped = length + CHECKSUM_BYTES;
        isEnd = header.toString('latin1', 4) === 'IEND';
        if (isEnd && length > 0) return APPENDED;
        header = Buffer.alloc(0);
      }
    }
  }
  return isEnd && skipped === 0 ? null : APPENDED;
}
