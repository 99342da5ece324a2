/**
 * Looks at the parts of a form on their way, for what the form parser takes in silence: a header it passes over, such as that of a packed
 * part, which would be stored as it came, and text that is not UTF-8, which would be kept with U+FFFD in its place.
 */
import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import { isFilePart, MAX_HEADER_BYTES, MAX_PART_HEADERS, malformedRequest } from './multipart-headers.ts';

/**
 * Settles when the last part has passed. Where the form itself is broken it says nothing: the form parser does.
 * @throws MALFORMED_REQUEST for a header that no part of a form has, and for a name or a field that is not valid UTF-8
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
