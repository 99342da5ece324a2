/** Reading of markup files, whose bytes become text without a loss. */
import { readFileSync } from 'node:fs';
import { EXIT, SpecError } from './errors.ts';

/**
 * The text of a file, with its byte order mark.
 * @throws SpecError unless it is UTF-8; the error of the file system when it cannot be read
 */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SpecError(
      `${path} is not UTF-8. Save it as UTF-8 in your editor, and run the command again.`,
      EXIT.noInput,
    );
  }
}
