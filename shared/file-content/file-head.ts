/**
 * Checks of the first bytes of an uploaded file: markup in it that a browser might render, also in a text file, and
 * the pixels that an image claims to have.
 */
import { MAX_PIXELS_OF_FILE, MAX_PIXELS_OF_SIDE, type PixelSize } from '../images/pixel-size.ts';

/** Markup that a browser might render as a page, after valid first bytes. */
const HTML_START = /<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>]/i;

/** Whether the first bytes of a file contain what begins a page. */
export const containsHtml = (text: string): boolean => HTML_START.test(text);

/** Whether a text begins as a page does. */
export const startsLikeHtml = (text: string): boolean => text.trimStart().search(HTML_START) === 0;

/** The fault of a claimed size, as the end of a sentence; null when there is none. */
export const findSizeFault = ({ width, height }: PixelSize): string | null =>
  width > MAX_PIXELS_OF_SIDE || height > MAX_PIXELS_OF_SIDE || width * height > MAX_PIXELS_OF_FILE
    ? `claims ${width} × ${height} pixels, more than any drawing needs`
    : null;

/** @param head the first bytes of a PNG. @returns the fault as the end of a sentence; null when there is none */
export function findPixelFault(head: Buffer): string | null {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR')
    return 'does not start like a PNG file: its header is incomplete';
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (width === 0 || height === 0) return 'is an image without width or height';
  return findSizeFault({ width, height });
}
