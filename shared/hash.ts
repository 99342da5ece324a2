/** SHA-256 digests. */
import { hash } from 'node:crypto';

/**
 * SHA-256 of bytes, or of the UTF-8 bytes of a text: 64 hexadecimal digits, or 43 characters of base64url.
 */
export const sha256 = (
  data: string | NodeJS.ArrayBufferView,
  encoding: 'hex' | 'base64url' = 'hex',
): string => hash('sha256', data, encoding);
