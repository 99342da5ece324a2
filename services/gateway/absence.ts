/**
 * How long it takes to say that something is not there: as long for what is somebody else's as for what does not exist, though the
 * services do more for the one than for the other (hardening H1; measured by `npm run timing`).
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { hasCode } from '../../shared/kernel/errors.ts';

/** Well above what the work takes, 0.5 to 3 ms. Where it takes longer, the next multiple. */
const STEP_MS = 10;
/** A timer keeps to whole milliseconds, at its own beat: the last of the way is waited for in smaller steps. */
const TIMER_MS = 2;

/**
 * Waits for an answer; a NOT_FOUND comes a whole number of steps after it was asked for.
 * @throws what `asked` throws
 */
export async function levelAbsence<T>(asked: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await asked();
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) {
      const due = began + Math.ceil((performance.now() - began) / STEP_MS) * STEP_MS;
      const far = Math.floor(due - performance.now()) - TIMER_MS;
      if (far > 0) await setTimeout(far);
      while (performance.now() < due) await setImmediate();
    }
    throw error;
  }
}
