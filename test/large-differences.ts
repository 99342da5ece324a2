/**
 * Replaces the comparisons of `node:assert` for all tests, so that a failed one of large values says where their
 * first difference is. Node shows the whole difference, for which it needs memory for their lines times their
 * differences: 20 GB for two lists of 35,000 numbers.
 */
import assert, { AssertionError } from 'node:assert/strict';
import { inspect, isDeepStrictEqual } from 'node:util';

/** Two values of this many lines that have nothing in common need 60 MB. */
const MAX_LINES = 2_000;
const MAX_SHOWN_CHARS = 300;

/** Set-up of a test file (`jest.config.mjs`): the module is loaded, and changes `assert`, once for each worker. */
export default function noSetUp(): void {}

assert.deepEqual = boundDifference(assert.deepEqual, isDeepStrictEqual);
assert.deepStrictEqual = assert.deepEqual;
assert.equal = boundDifference(assert.equal, Object.is);
assert.strictEqual = assert.equal;

/** @param compare an assertion that two values are the same @param isSame the same as a function */
function boundDifference(
  compare: typeof assert.deepEqual,
  isSame: (actual: unknown, expected: unknown) => boolean,
): typeof assert.deepEqual {
  return function assertSame(actual: unknown, expected: unknown, message?: string | Error): void {
    if (isSame(actual, expected)) return;
    try {
      if (message instanceof Error || (isSmall(actual) && isSmall(expected)))
        compare(actual, expected, message);
      const difference = firstDifference(actual, expected, '') ?? 'They are not the same.';
      const values = `Received ${shown(actual)}\nExpected ${shown(expected)}`;
      throw new AssertionError({ message: [...(message ? [message] : []), difference, values].join('\n') });
    } catch (error) {
      // The stack begins in the test.
      if (error instanceof AssertionError) Error.captureStackTrace(error, assertSame);
      throw error;
    }
  };
}

const isSmall = (value: unknown): boolean =>
  inspect(value, {
    compact: false,
    depth: Infinity,
    maxArrayLength: MAX_LINES,
    maxStringLength: Infinity,
  }).split('\n', MAX_LINES).length < MAX_LINES;

const shown = (value: unknown): string =>
  inspect(value, { depth: 1, breakLength: 120 }).slice(0, MAX_SHOWN_CHARS);

/** Path and values of the first difference, such as `.body.paths: received 1, expected 2`. */
function firstDifference(actual: unknown, expected: unknown, path: string): string | null {
  if (isDeepStrictEqual(actual, expected)) return null;
  if (isRecord(actual) && isRecord(expected)) {
    for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
      const difference = firstDifference(actual[name], expected[name], `${path}.${name}`);
      if (difference) return difference;
    }
  }
  return `${path || 'The value'}: received ${shown(actual)}, expected ${shown(expected)}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
