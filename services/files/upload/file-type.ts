/**
 * Accepted file types, and checks of a file's first bytes against its declared type (document 3, upload;
 * hardening H22). Nothing is unpacked or executed.
 */

interface FileType {
  label: string;
  /** The fault in the first bytes, as the end of a sentence; null when there is none. */
  findFault(head: Buffer): string | null;
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const MAX_SIDE = 50_000;
const MAX_PIXELS = 1e9;

const ACCEPTED_TYPES: ReadonlyMap<string, FileType> = new Map([
  [
    'application/pdf',
    {
      label: 'PDF',
      findFault: (head) =>
        /^%PDF-[12]\.\d/.test(head.toString('latin1', 0, 16)) ? null : 'does not start like a PDF file',
    },
  ],
  ['image/png', { label: 'PNG', findFault: findPngFault }],
  [
    'image/jpeg',
    {
      label: 'JPEG',
      findFault: (head) =>
        head.subarray(0, JPEG_START.length).equals(JPEG_START) ? null : 'does not start like a JPEG file',
    },
  ],
]);

function findPngFault(head: Buffer): string | null {
  const isPng =
    head.length >= 24 && head.subarray(0, 8).equals(PNG_START) && head.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return 'does not start like a PNG file';
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  if (width === 0 || height === 0) return 'is an image without width or height';
  const tooLarge = width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS;
  return tooLarge ? `claims ${width} × ${height} pixels, more than any drawing needs` : null;
}

/** Markup that a browser might render as a page, after valid first bytes. */
const HTML_START = /<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>]/i;

const ACCEPTED_LABELS = [...ACCEPTED_TYPES]
  .map(([mimeType, { label }]) => `${label} (${mimeType})`)
  .join(', ');

/** The type as stored: lower case, without parameters. */
export const normaliseMimeType = (declared: string): string =>
  (declared.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * The fault of a part, as the end of a sentence that begins with its name; null when it is accepted.
 * @param head the first bytes; an empty file may have any accepted type
 */
export function findContentFault(declared: string, size: number, head: Buffer): string | null {
  const type = ACCEPTED_TYPES.get(normaliseMimeType(declared));
  if (!type)
    return `is declared as '${normaliseMimeType(declared).slice(0, 80)}'; the accepted types are ${ACCEPTED_LABELS}`;
  if (size === 0) return null;
  const fault = type.findFault(head);
  if (fault !== null) return `${fault}, though it is declared as ${normaliseMimeType(declared)}`;
  return HTML_START.test(head.toString('latin1')) ? 'contains HTML markup' : null;
}
