/**
 * Parser of the `Range` and `If-Range` headers of a file download: the single range of bytes to send, or null
 * for the whole file (RFC 9110, 14.2).
 */
import type { IncomingMessage } from 'node:http';
import type { StoredRange } from '../../../shared/storage/object-store.ts';

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Null where the whole content is sent: without a range, for several, for one outside the content, and when
 * `If-Range` names another version.
 */
export function readByteRange(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { size, etag }: { size: number; etag: string },
): StoredRange | null {
  const [, from = '', to = ''] = SINGLE_RANGE.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if ((from === '' && to === '') || (condition !== undefined && condition !== etag)) return null;
  const isSuffix = from === '';
  const start = isSuffix ? Math.max(0, size - Number(to)) : Number(from);
  const end = isSuffix || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : null;
}
