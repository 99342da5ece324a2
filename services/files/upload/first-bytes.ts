/**
 * The check of a file's first bytes against the declared type. Nothing is unpacked or
 * executed.
 */
import { fileTypeFromBuffer } from 'file-type';
import { containsHtml, findPixelFault } from '../../../shared/file-content/file-head.ts';
import { ACCEPTED_LABELS, acceptedType, plainMimeType } from '../file-types.ts';

/** Within the first 1,024 bytes, after white space or a byte order mark. */
const PDF_HEADER = /^(?:\s|\0|\xef\xbb\xbf|\xfe\xff|\xff\xfe)*%PDF-[12]\./;
const PDF_HEADER_END = 1_023 + '%PDF-1.'.length;
/** First bytes of .xls and other files of Office before 2007. */
const OLD_OFFICE_START = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

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
  if (!isText && containsHtml(text)) return 'contains HTML markup';
  return type.mimeType === 'image/png' ? findPixelFault(head) : null;
}
