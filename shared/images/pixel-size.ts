/**
 * How many pixels an image claims to have, from its header: nothing is decoded, so that an image of a few bytes that claims
 * billions of pixels costs nothing. Pure.
 */

/** What a file may claim that is stored: no viewer allocates memory for more. A scan of a large drawing has some of it. */
export const MAX_PIXELS_OF_SIDE = 50_000;
export const MAX_PIXELS_OF_FILE = 1e9;
/** What a picture in a document may claim, which a program decodes: more than any camera that a site uses. */
export const MAX_PIXELS_OF_PICTURE = 25_000_000;
/** What all pictures in a PDF may have together: the typesetter keeps them decoded, 5 bytes for each pixel. */
export const MAX_PIXELS_OF_DOCUMENT = 60_000_000;

export interface PixelSize {
  width: number;
  height: number;
}

/** @returns null for another type, or a header that does not say it */
export function readPixelSize(bytes: Uint8Array, mediaType: string): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = mediaType === 'image/png' ? readPng(view) : mediaType === 'image/jpeg' ? readJpeg(view) : null;
  return size && size.width > 0 && size.height > 0 ? size : null;
}

/** The first chunk of a PNG, behind its signature, length and name. */
const readPng = (view: DataView): PixelSize | null =>
  view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };

/** Markers of frames: sixteen of them, but for those of tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const START_OF_SCAN = 0xda;

/** The frame of a JPEG; segments before it are skipped by their length. */
function readJpeg(view: DataView): PixelSize | null {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === START_OF_SCAN) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}
