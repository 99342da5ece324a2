/** Stops the clock of a test, for tests of expiry; timers continue in real time. */

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
