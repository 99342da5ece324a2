/** A clock for tests of what expires. */

import { jest } from '@jest/globals';
import { afterTest } from './after-test.ts';

/**
 * Stops the clock for the running test; `jest.advanceTimersByTime` moves it. Timers go on by the real one.
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
