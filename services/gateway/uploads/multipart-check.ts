/**
 * Check of the parts of a form for what the form parser accepts silently: headers that it ignores, such as
 * the one of a compressed part, and text that is not UTF-8, which it would store with U+FFFD. Runs in parallel
 * with the form parser of `receive-upload.ts`.
 */
import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import { isFilePart, MAX_HEADER_BYTES, MAX_PART_HEADERS, malformedRequest } from './multipart-headers.ts';

/**
 * Resolves after the last part, for a broken form too: the form parser reports that.
 * @throws MALFORMED_REQUEST for a header that is not allowed, and for a name or field that is not valid UTF-8
 */
export function assertValidParts(request: IncomingMessage, boundary: string): Promise<void> {
  const limits = { maxHeaderPairs: MAX_PART_HEADERS, maxHeaderSize: MAX_HEADER_BYTES };
  const parts = new Dicer({ boundary, ...limits });
  return new Promise((resolve, reject) => {
    parts.on('part', (part) => {
      part.on('error', () => undefined);
      part.on('header', (headers: object) => {
        try {
          if (isFilePart(headers)) return;
        } catch (error) {
          reject(error);
          return;
        }
        const decoder = new TextDecoder('utf-8', { fatal: true });
        const check = (chunk?: Buffer): void => {
          try {
            decoder.decode(chunk, { stream: chunk !== undefined });
          } catch {
            reject(malformedRequest('A form field is not valid UTF-8.'));
          }
        };
        part.on('data', check);
        part.on('end', () => check());
      });
      part.resume();
    });
    for (const end of ['finish', 'error', 'close']) parts.on(end, () => resolve());
    request.pipe(parts);
  });
}
