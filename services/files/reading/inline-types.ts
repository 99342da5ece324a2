/**
 * The types that a browser may show from the address of the service; every other type, such as SVG, Office, CAD and
 * archives, is downloaded. Also the type that a file is sent with.
 */

import { canonicalMimeType } from '../file-types.ts';
import type { FileRecord } from '../model.ts';

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
