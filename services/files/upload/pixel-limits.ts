/** Bounds of the picture that the header of a PNG claims, so that no viewer is asked for its memory. */
const MAX_SIDE = 50_000;
const MAX_PIXELS = 1e9;

/** @param head the first bytes of a PNG. @returns the fault as the end of a sentence; null when there is none */
export function findPixelFault(head: Buffer): string | null {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR')
    return 'does not start like a PNG file: its header is incomplete';
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (width === 0 || height === 0) return 'is an image without width or height';
  const tooLarge = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
  return tooLarge ? `claims ${width} × ${height} pixels, more than any drawing needs` : null;
}
