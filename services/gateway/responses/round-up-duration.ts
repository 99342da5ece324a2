/**
 * Rounds up how long a response takes, so that registering takes as long for an email that has an account as
 * for one that has none.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Timers are precise to whole milliseconds: the last two are spent in smaller steps. */
const TIMER_PRECISION_MS = 2;

/**
 * Runs `work` and waits, whether it succeeds or not, until a whole number of steps has passed.
 * @param stepMs well above the duration of the work
 * @throws what `work` throws
 */
export async function roundUpDuration<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const due = startedAt + Math.ceil((performance.now() - startedAt) / stepMs) * stepMs;
    const remaining = Math.floor(due - performance.now()) - TIMER_PRECISION_MS;
    if (remaining > 0) await setTimeout(remaining);
    while (performance.now() < due) await setImmediate();
  }
}
