/**
 * The `Content-Disposition` header of a file, as an attachment or to be shown, under its name (RFC 6266).
 */

/**
 * The header with an ASCII `filename` for old clients and the full name as `filename*`. No name can end the
 * header or start another.
 */
export function dispositionHeader(disposition: 'attachment' | 'inline', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
