/** Reads markup from a file or from bytes; refuses what is not UTF-8. */
import { readFileSync } from 'node:fs';
import { EXIT, SpecError } from './errors.ts';

/**
 * The text of a file, with its byte order mark.
 * @throws SpecError unless it is UTF-8; the error of the file system when it cannot be read
 */
export function readText(path: string): string {
  return decodeText(readFileSync(path), path);
}

/**
 * The text of bytes, with its byte order mark.
 * @param from where they are from, for the message
 * @throws SpecError unless they are UTF-8
 */
export function decodeText(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SpecError(
      `${from} is not UTF-8. Save it as UTF-8 in your editor, and run the command again.`,
      EXIT.noInput,
    );
  }
}
