/**
 * The check of a file's first bytes against the declared type. Nothing is unpacked or
 * executed.
 */
import { fileTypeFromBuffer } from 'file-type';
import { ACCEPTED_LABELS, acceptedType, plainMimeType } from '../file-types.ts';

/** Within the first 1,024 bytes, after white space or a byte order mark. */
const PDF_HEADER = /^(?:\s|\0|\xef\xbb\xbf|\xfe\xff|\xff\xfe)*%PDF-[12]\./;
const PDF_HEADER_END = 1_023 + '%PDF-1.'.length;
/** First bytes of .xls and other files of Office before 2007. */
const OLD_OFFICE_START = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** Markup that a browser might render as a page, after valid first bytes. */
const HTML_START = /<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>]/i;

/**
 * The fault of a part that its first bytes show, as the end of a sentence that begins with its name; null when
 * there is none.
 * @param head the first bytes; an empty file may have any accepted type
 */
export async function findHeadFault(declared: string, size: number, head: Buffer): Promise<string | null> {
  const type = acceptedType(declared);
  if (!type)
    return `is declared as '${plainMimeType(declared).slice(0, 80)}'; the accepted types are ${ACCEPTED_LABELS}`;
  if (size === 0) return null;
  const { label, detected, starts, content } = type;
  const mismatch = `does not start like a ${label} file, though it is declared as ${plainMimeType(declared)}`;
  const text = head.toString('latin1');
  if (label === 'CSV' && text.startsWith(OLD_OFFICE_START))
    return 'is a file of Office before 2007: save it as .xlsx or CSV';
  if (label === 'PDF' && !PDF_HEADER.test(text.slice(0, PDF_HEADER_END))) return mismatch;
  if (starts?.every((start) => !text.startsWith(start))) return mismatch;
  if (detected && !detected.includes((await fileTypeFromBuffer(head))?.mime ?? '')) return mismatch;
  const isText = content !== undefined && content !== 'png' && !starts;
  if (!isText && HTML_START.test(text)) return 'contains HTML markup';
  return type.mimeType === 'image/png' ? findPixelFault(head) : null;
}

/** Whether a text begins as a page does. */
export const startsLikeHtml = (text: string): boolean => text.trimStart().search(HTML_START) === 0;

/** Bounds of the image that the header of a PNG claims, so that no viewer allocates memory for a huge one. */
const MAX_SIDE = 50_000;
const MAX_PIXELS = 1e9;

/** @param head the first bytes of a PNG. @returns the fault as the end of a sentence; null when there is none */
function findPixelFault(head: Buffer): string | null {
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR')
    return 'does not start like a PNG file: its header is incomplete';
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (width === 0 || height === 0) return 'is an image without width or height';
  const tooLarge = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
  return tooLarge ? `claims ${width} × ${height} pixels, more than any drawing needs` : null;
}
