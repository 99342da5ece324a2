/**
 * The types that a browser may show from the address of the service (document 3, preview; hardening H25).
 * Every other type, such as SVG, Office, CAD and archives, is downloaded.
 */
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
