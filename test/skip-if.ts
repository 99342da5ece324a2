/** Conditional `describe` and `it`: skipped with a reason, for example when a server is missing. */

import { describe, it } from '@jest/globals';

interface ConditionalTests {
  readonly describe: (title: string, body: () => void) => void;
  readonly it: (title: string, body: () => void | Promise<void>, timeout?: number) => void;
}

/**
 * `describe` and `it`, or one skipped test in their place; the reason is printed at the end of the run.
 * @example skipIf(missingServer('S3')).describe('files in a bucket', () => { … })
 */
export function skipIf(reason: string | boolean): ConditionalTests {
  if (reason === false || reason === '') return { describe, it };
  const skip = (title: string): void =>
    it.skip(`${title} [skipped: ${reason === true ? 'not on this machine' : reason}]`, () => {});
  return { describe: skip, it: skip };
}
