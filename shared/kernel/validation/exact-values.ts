/**
 * Check of field values that are stored exactly as sent: inexact numbers, control characters and long texts
 * are refused. Also the problem of a number that parsing would change.
 */
import { findControlCharacter } from '../../markup/lines.ts';
import { isLongerThan } from '../../text/code-points.ts';
import type { ErrorDetail } from '../errors/errors.ts';

const MAX_CHARACTERS = 20_000;
/** Longer than any number prints. */
const MAX_SHOWN_DIGITS = 40;

/** Adds the problems of such a value to `problems`. */
export function validateExactValue(value: unknown, path: string, problems: ErrorDetail[]): void {
  if (typeof value === 'number') {
    // Only the gateway sees the text of a number; these numbers are inexact for any text.
    const isSuspect = Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
    if (isSuspect) problems.push(inexactNumberProblem(path, Object.is(value, -0) ? '-0' : String(value)));
  } else if (typeof value === 'string') {
    if (isLongerThan(value, MAX_CHARACTERS))
      problems.push({ path, message: `'${path}' must have at most ${MAX_CHARACTERS} characters.` });
    const control = findControlCharacter(value);
    if (control !== null)
      problems.push({
        path,
        message: `'${path}' contains ${control}. The only control characters allowed are tab and line breaks.`,
      });
    // JSON bodies are well-formed; the cells of a file may not be.
    if (!value.isWellFormed()) problems.push({ path, message: `'${path}' contains an unpaired surrogate.` });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) validateExactValue(item, `${path}[${index}]`, problems);
  }
}

/** The problem of a number that would be stored otherwise than it was written, such as `1.0` or `1e21`. */
export function inexactNumberProblem(path: string, written: string): ErrorDetail {
  const shown = written.slice(0, MAX_SHOWN_DIGITS);
  const value = Number(written);
  const isWhole = shown === written && Number.isFinite(value);
  const kept = isWhole ? `would be kept as ${value}` : 'has more digits than a JSON number keeps';
  return { path, message: `'${path}' is written ${shown} and ${kept}; send it as a string.` };
}
