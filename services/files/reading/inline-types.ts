/**
 * The types that a browser may show from the address of the service; every other type, such as SVG, Office, CAD and
 * archives, is downloaded. Also the type that a file is sent with (document 3, preview; hardening H25).
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

/** The type as sent: texts are UTF-8, as their upload was checked for (F5), which a browser does not assume. */
export const servedMimeType = (mimeType: string): string =>
  mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType;
