/**
 * The accepted file types: the name of each, what clients also call it, and how its content is checked
 * (`upload/first-bytes.ts`, `upload/stored-content.ts`). Also the type that a file is sent with, and whether a browser
 * may show it from the address of the service; every other type, such as SVG, Office, CAD and archives, is downloaded.
 */
import type { FileRecord } from './model.ts';

/** How the whole content of a type is checked: as text, by the chunks of a PNG, or by the directory of an archive. */
type ContentRule = 'text' | 'dxf' | 'ifc' | 'svg' | 'png' | 'zip' | 'docx' | 'xlsx' | 'pptx';

interface AcceptedType {
  label: string;
  /** As shown: the name that the requirements use, where they name the type. */
  mimeType: string;
  /** Other names that clients declare, the registered one among them. */
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
  // The library accepts any version number, and nothing before it.
  { label: 'PDF', mimeType: 'application/pdf' },
  { label: 'PNG', mimeType: 'image/png', detected: ['image/png', 'image/apng'], content: 'png' },
  { label: 'JPEG', mimeType: 'image/jpeg', aliases: ['image/jpg'], detected: ['image/jpeg'] },
  { label: 'GIF', mimeType: 'image/gif', starts: ['GIF87a', 'GIF89a'] },
  { label: 'WebP', mimeType: 'image/webp', detected: ['image/webp'] },
  // The library reads its directory, which often is at the end of the file.
  { label: 'TIFF', mimeType: 'image/tiff', starts: ['II*\0', 'MM\0*'] },
  { label: 'SVG', mimeType: 'image/svg+xml', content: 'svg' },
  { label: 'text', mimeType: 'text/plain', content: 'text' },
  // Windows with Excel declares a CSV as a workbook.
  {
    label: 'CSV',
    mimeType: 'text/csv',
    aliases: ['application/csv', 'text/comma-separated-values', 'application/vnd.ms-excel'],
    content: 'text',
  },
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
    mimeType: 'application/dxf',
    aliases: ['image/vnd.dxf', 'image/x-dxf', 'application/x-dxf'],
    content: 'dxf',
  },
  {
    label: 'DWG',
    mimeType: 'application/x-dwg',
    aliases: ['image/vnd.dwg', 'image/x-dwg', 'application/acad', 'application/x-acad', 'application/dwg'],
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

export const ACCEPTED_LABELS = ACCEPTED_TYPES.map(({ label, mimeType }) => `${label} (${mimeType})`).join(
  ', ',
);

/** A declared media type in lower case, without parameters. */
export const plainMimeType = (declared: string): string =>
  (declared.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The accepted type of a declared media type, in any case and with any parameters. */
export const acceptedType = (declared: string): AcceptedType | undefined =>
  BY_MEDIA_TYPE.get(plainMimeType(declared));

/** The one name of a declared media type, under which it is stored, shown and filtered. */
export const canonicalMimeType = (declared: string): string =>
  acceptedType(declared)?.mimeType ?? plainMimeType(declared);

const INLINE_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/tiff',
  'text/plain',
]);

/** @param mimeType as stored: lower case, without parameters */
export const isSafeInline = (mimeType: string): boolean => INLINE_TYPES.has(mimeType);

/**
 * The type as sent: a text with its charset, which a browser does not guess; without one where it is unknown.
 */
export function servedMimeType({
  mime_type,
  charset = 'utf-8',
}: Pick<FileRecord, 'mime_type' | 'charset'>): string {
  const type = canonicalMimeType(mime_type);
  return type.startsWith('text/') && charset !== null ? `${type}; charset=${charset}` : type;
}
