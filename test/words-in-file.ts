/**
 * Reads the words in the bytes of a response: of a ZIP archive, such as a Word file, those of its parts, else the
 * bytes as text.
 */
import { strFromU8, unzipSync } from 'fflate';
import type { JsonObject } from '../shared/rest-client/json.ts';

/** The body of a response; of a file its words. */
export const contentOf = ({ bytes, ...json }: JsonObject): unknown =>
  typeof bytes === 'string' ? wordsInFile(Buffer.from(bytes, 'base64')) : { bytes, ...json };

export function wordsInFile(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return bytes.toString();
  return Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n');
}
