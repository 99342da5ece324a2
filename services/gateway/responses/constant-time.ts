/** A duration that says nothing about its work: an e-mail with an account takes as long as one without (hardening H30, decisions X15). */
import { setImmediate, setTimeout } from 'node:timers/promises';

/** A timer keeps to whole milliseconds: the last of them are waited for in smaller steps. */
const TIMER_PRECISION_MS = 2;

/**
 * Waits for `work`, successful or not, and then until a whole number of steps has passed since it began.
 * @param stepMs well above what the work takes
 * @throws what `work` throws
 */
export async function roundUpDuration<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const due = began + Math.ceil((performance.now() - began) / stepMs) * stepMs;
    const remaining = Math.floor(due - performance.now()) - TIMER_PRECISION_MS;
    if (remaining > 0) await setTimeout(remaining);
    while (performance.now() < due) await setImmediate();
  }
}
