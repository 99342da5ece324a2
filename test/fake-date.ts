/**
 * Fixed date for one test, for tests of expiry: `Date` stands still until the test moves it; timers and
 * `performance` continue in real time.
 */

import { jest } from '@jest/globals';
import { afterTest } from './after-test.ts';

/**
 * Stops the clock for the running test; `jest.advanceTimersByTime` moves it. Timers use the real one.
 */
export function fakeDate(now = Date.now()): void {
  jest.useFakeTimers({
    now,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  afterTest(() => jest.useRealTimers());
}
