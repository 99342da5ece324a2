/** Values that are stored exactly as they were sent: what of them could not be is refused (D8, X12). */
import { findControl } from '../markup/lines.ts';
import type { Problem } from './errors.ts';
import { countCodePoints } from './texts.ts';

const MAX_CHARACTERS = 20_000;

/** What is wrong with such a value is added to `problems`. */
export function checkExactValue(value: unknown, path: string, problems: Problem[]): void {
  if (typeof value === 'number') {
    // The text it was sent as is known to the gateway alone; here only what no text could have been exactly.
    const isSuspect = Object.is(value, -0) || (Number.isInteger(value) && !Number.isSafeInteger(value));
    if (isSuspect) problems.push(inexact(path, Object.is(value, -0) ? '-0' : String(value)));
  } else if (typeof value === 'string') {
    if (value.length > MAX_CHARACTERS && countCodePoints(value) > MAX_CHARACTERS)
      problems.push({ path, message: `'${path}' must have at most ${MAX_CHARACTERS} characters.` });
    const control = findControl(value);
    if (control !== null)
      problems.push({
        path,
        message: `'${path}' holds ${control}. Of control characters only tab and line ends may stand in it.`,
      });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkExactValue(item, `${path}[${index}]`, problems);
  }
}

/** The refusal of a number that would not be kept as it was written. */
export const inexact = (path: string, written: string): Problem => ({
  path,
  message: `'${path}' is ${written.slice(0, 40)}, which a JSON number does not keep as it is written: send it as a string.`,
});
