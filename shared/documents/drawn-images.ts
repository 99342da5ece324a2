/**
 * Which images of a document are drawn. A file decides nothing by what it claims: pixels are read from its header, before any
 * program decodes it. An image that is not drawn is shown as its reference. Pure.
 */
import {
  MAX_PIXELS_OF_DOCUMENT,
  MAX_PIXELS_OF_PICTURE,
  type PixelSize,
  readPixelSize,
} from '../images/pixel-size.ts';
import { countPackedBytes } from '../images/png-packed-bytes.ts';
import { countDrawnElements } from '../images/svg-drawn-elements.ts';
import type { PrintedImage, PrintedImages } from './printed-document.ts';

const MAX_SVG_ELEMENTS = 100_000;
/** Larger ones take longer than a page may, in letters and paths that no count of elements shows. */
const MAX_SVG_BYTES = 256 * 1024;
/**
 * What makes the cost of a drawing independent of the number of its elements: effects, images inside the drawing, and markers,
 * which are drawn at each corner of a path. Also what hides references from that count: characters by their number in a tag,
 * addresses in a style, CDATA. Each pattern reads the text once.
 */
const NOT_DRAWN: readonly RegExp[] = [
  /<(?:\w+:)?(?:filter|image|marker)\b/i,
  /\b(?:filter|marker(?:-start|-mid|-end)?)\s*[:=]/i,
  /<[^<>]*&/,
  /<(?:\w+:)?style\b[^<]*url\(/i,
  /<!\[CDATA\[/,
];
/** Bytes of the parts of a PNG that unpack to any length, such as a colour profile. */
const MAX_PACKED_BYTES = 64 * 1024;

/** A PNG or JPEG with its pixels. */
export interface Picture extends PrintedImage {
  type: 'png' | 'jpg';
  size: PixelSize;
}

/** The image as a picture that a program may decode; null for a drawing, or one that claims too many pixels. */
export function toPicture(image: PrintedImage): Picture | null {
  const size = readPixelSize(image.bytes, image.mediaType);
  if (!size || size.width * size.height > MAX_PIXELS_OF_PICTURE) return null;
  return { ...image, type: image.mediaType === 'image/png' ? 'png' : 'jpg', size };
}

/** An image for the typesetter, with the end of its name. */
export type TypesetImage = PrintedImage & { extension: 'png' | 'jpg' | 'svg' };

/** Those that the typesetter draws, in their order until there are too many pixels. */
export function imagesToTypeset(images: PrintedImages): Map<string, TypesetImage> {
  const drawn = new Map<string, TypesetImage>();
  let pixels = 0;
  for (const [name, image] of images) {
    if (image.mediaType === 'image/svg+xml') {
      if (isSimpleDrawing(image.bytes)) drawn.set(name, { ...image, extension: 'svg' });
      continue;
    }
    const picture = toPicture(image);
    if (!picture || countPackedBytes(image.bytes) > MAX_PACKED_BYTES) continue;
    const more = picture.size.width * picture.size.height;
    if (pixels + more > MAX_PIXELS_OF_DOCUMENT) continue;
    pixels += more;
    drawn.set(name, { ...image, extension: picture.type });
  }
  return drawn;
}

function isSimpleDrawing(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_SVG_BYTES) return false;
  const svg = new TextDecoder().decode(bytes);
  return NOT_DRAWN.every((pattern) => !pattern.test(svg)) && countDrawnElements(svg) <= MAX_SVG_ELEMENTS;
}
