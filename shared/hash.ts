/** SHA-256 of bytes or of a UTF-8 text, as 64 hexadecimal digits or 43 characters of base64url. */
import { hash } from 'node:crypto';

export const sha256 = (
  data: string | NodeJS.ArrayBufferView,
  encoding: 'hex' | 'base64url' = 'hex',
): string => hash('sha256', data, encoding);
