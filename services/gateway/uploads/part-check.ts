/**
 * Looks at the parts of a form on their way, for what the form parser takes in silence: a part that is packed, which would be stored as it
 * came, and text that is not UTF-8, which would be kept with U+FFFD in its place.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Dicer } from '@fastify/busboy';
import { fail } from '../../../shared/kernel/errors.ts';

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i;
/** Bytes of a part without a name of a file, in UTF-8 unless it says otherwise (RFC 7578, 5.1.2). */
const OTHER_CHARSET = /;\s*charset\s*=\s*"?(?!utf-?8\b)/i;
const OF_FILE = /;\s*(?:filename\*?\s*=|name\s*=\s*"?files"?\s*(?:;|$))/i;

/**
 * Settles when the last part has passed. Where the form itself is broken it says nothing: the form parser does.
 * @throws MALFORMED_REQUEST for a part with Content-Encoding, and for a name or a field that is not valid UTF-8
 */
export function checkParts(request: IncomingMessage): Promise<void> {
  const [, quoted, bare = ''] = BOUNDARY.exec(request.headers['content-type'] ?? '') ?? [];
  const parts = new Dicer({ boundary: quoted ?? bare });
  return new Promise((resolve, reject) => {
    parts.on('part', (part) => {
      part.on('error', () => undefined);
      part.on('header', (header: object) => {
        const headers = new Map<string, unknown>(Object.entries(header));
        const disposition = firstOf(headers.get('content-disposition'));
        if (headers.has('content-encoding') && firstOf(headers.get('content-encoding')).toLowerCase() !== 'identity')
          reject(malformed('Send each part as it is, not packed, and without Content-Encoding.'));
        // Headers are handed on byte by byte.
        if (!isUtf8(Buffer.from(disposition, 'latin1'))) reject(malformed('The name of a part is not valid UTF-8.'));
        const type = firstOf(headers.get('content-type'));
        if (OF_FILE.test(disposition) || OTHER_CHARSET.test(type) || /octet-stream/i.test(type)) return;
        const decoder = new TextDecoder('utf-8', { fatal: true });
        const check = (chunk?: Buffer): void => {
          try {
            decoder.decode(chunk, { stream: chunk !== undefined });
          } catch {
            reject(malformed('A field of the form is not valid UTF-8.'));
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

const firstOf = (values: unknown): string => (Array.isArray(values) ? String(values[0] ?? '') : '');
const malformed = (sentence: string): Error => fail('MALFORMED_REQUEST', sentence);
