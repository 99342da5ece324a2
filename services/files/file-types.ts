/**
 * The accepted file types (F5) with their media types, and the check of a file's first bytes against the
 * declared type (R-189; hardening H22). Nothing is unpacked or executed.
 */
import { fileTypeFromBuffer } from 'file-type';
import { findPixelFault } from './pixel-limits.ts';

/** How the whole content of a type is checked: as text, by the chunks of a PNG, or by the directory of an archive. */
type ContentRule = 'text' | 'dxf' | 'ifc' | 'svg' | 'png' | 'zip' | 'docx' | 'xlsx' | 'pptx';

interface AcceptedType {
  label: string;
  /** As stored. */
  mimeType: string;
  /** Other names that clients declare. */
  aliases?: readonly string[];
  /** The types that the library reports for its first bytes. */
  detected?: readonly string[];
  /** The first bytes, any of these, where the library cannot tell from them or is less strict. */
  starts?: readonly string[];
  content?: ContentRule;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const ARCHIVE_STARTS = ['PK\x03\x04'];

const ACCEPTED_TYPES: readonly AcceptedType[] = [
  // The library accepts any version number.
  {
    label: 'PDF',
    mimeType: 'application/pdf',
    detected: ['application/pdf'],
    starts: ['%PDF-1.', '%PDF-2.'],
  },
  { label: 'PNG', mimeType: 'image/png', detected: ['image/png', 'image/apng'], content: 'png' },
  { label: 'JPEG', mimeType: 'image/jpeg', aliases: ['image/jpg'], detected: ['image/jpeg'] },
  { label: 'GIF', mimeType: 'image/gif', starts: ['GIF87a', 'GIF89a'] },
  { label: 'WebP', mimeType: 'image/webp', detected: ['image/webp'] },
  // The library reads its directory, which often is at the end of the file.
  { label: 'TIFF', mimeType: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
  { label: 'SVG', mimeType: 'image/svg+xml', content: 'svg' },
  { label: 'text', mimeType: 'text/plain', content: 'text' },
  { label: 'CSV', mimeType: 'text/csv', aliases: ['application/csv'], content: 'text' },
  { label: 'Word', mimeType: `${OFFICE}.wordprocessingml.document`, starts: ARCHIVE_STARTS, content: 'docx' },
  { label: 'Excel', mimeType: `${OFFICE}.spreadsheetml.sheet`, starts: ARCHIVE_STARTS, content: 'xlsx' },
  {
    label: 'PowerPoint',
    mimeType: `${OFFICE}.presentationml.presentation`,
    starts: ARCHIVE_STARTS,
    content: 'pptx',
  },
  {
    label: 'DXF',
    mimeType: 'image/vnd.dxf',
    aliases: ['image/x-dxf', 'application/dxf', 'application/x-dxf'],
    content: 'dxf',
  },
  {
    label: 'DWG',
    mimeType: 'image/vnd.dwg',
    aliases: ['image/x-dwg', 'application/acad', 'application/dwg', 'application/x-dwg'],
    detected: ['image/vnd.dwg'],
  },
  {
    label: 'ZIP',
    mimeType: 'application/zip',
    aliases: ['application/x-zip-compressed'],
    starts: ARCHIVE_STARTS,
    content: 'zip',
  },
  {
    label: 'IFC',
    mimeType: 'application/x-step',
    aliases: ['application/ifc', 'application/step', 'model/ifc'],
    content: 'ifc',
  },
];

const BY_MEDIA_TYPE = new Map(
  ACCEPTED_TYPES.flatMap((type) =>
    [type.mimeType, ...(type.aliases ?? [])].map((name) => [name, type] as const),
  ),
);

const ACCEPTED_LABELS = ACCEPTED_TYPES.map(({ label, mimeType }) => `${label} (${mimeType})`).join(', ');

const nameOf = (declared: string): string => (declared.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The accepted type of a declared media type, in any case and with any parameters. */
export const acceptedType = (declared: string): AcceptedType | undefined =>
  BY_MEDIA_TYPE.get(nameOf(declared));

/** The media type as stored. */
export const storedMimeType = (declared: string): string =>
  acceptedType(declared)?.mimeType ?? nameOf(declared);

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
    return `is declared as '${nameOf(declared).slice(0, 80)}'; the accepted types are ${ACCEPTED_LABELS}`;
  if (size === 0) return null;
  const { label, detected, starts, content } = type;
  const mismatch = `does not start like a ${label} file, though it is declared as ${nameOf(declared)}`;
  const text = head.toString('latin1');
  if (starts?.every((start) => !text.startsWith(start))) return mismatch;
  if (detected && !detected.includes((await fileTypeFromBuffer(head))?.mime ?? '')) return mismatch;
  const isText = content !== undefined && content !== 'png' && !starts;
  if (!isText && HTML_START.test(text)) return 'contains HTML markup';
  return type.mimeType === 'image/png' ? findPixelFault(head) : null;
}

/** Whether a text begins as a page does. */
export const startsLikeHtml = (text: string): boolean => text.trimStart().search(HTML_START) === 0;
