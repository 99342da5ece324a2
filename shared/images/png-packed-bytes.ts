/**
 * Counts the bytes of a PNG besides its pixels that a program unpacks: a colour profile and texts, whose unpacked
 * length nothing bounds. Pure.
 */

const PACKED: ReadonlySet<string> = new Set(['iCCP', 'zTXt', 'iTXt']);
const SIGNATURE_BYTES = 8;
/** Length, name and checksum of a chunk. */
const FRAME_BYTES = 12;

/** How many bytes they have, packed; 0 for another type. */
export function countPackedBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  if (view.byteLength < SIGNATURE_BYTES || view.getUint32(0) !== 0x89504e47) return count;
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= view.byteLength; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (PACKED.has(name)) count += length;
    at += FRAME_BYTES + length;
  }
  return count;
}
