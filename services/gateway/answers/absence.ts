/**
 * How long it takes to say what must not be told apart: that something is somebody else's or not there (hardening H1), that an address has
 * an account or none (H30). The services do more for the one than for the other; what they say leaves on the next beat of a clock.
 * Measured by `npm run timing`.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { hasCode } from '../../../shared/kernel/errors.ts';

/** Well above what the work takes, 0.5 to 3 ms. Where it takes longer, the next multiple: so the services ask the same for both. */
const ABSENCE_MS = 10;
/** A timer keeps to whole milliseconds, at its own beat: the last of the way is waited for in smaller steps. */
const TIMER_MS = 2;

/**
 * Waits for an answer; a NOT_FOUND comes a whole number of beats after it was asked for.
 * @throws what `asked` throws
 */
export async function levelAbsence<T>(asked: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await asked();
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) await untilBeat(began, ABSENCE_MS);
    throw error;
  }
}

/**
 * Waits for an answer, which comes a whole number of beats after it was asked for, whatever it is.
 * @throws what `asked` throws
 */
export async function onBeat<T>(beatMs: number, asked: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await asked();
  } finally {
    await untilBeat(began, beatMs);
  }
}

async function untilBeat(began: number, beatMs: number): Promise<void> {
  const due = began + Math.ceil((performance.now() - began) / beatMs) * beatMs;
  const far = Math.floor(due - performance.now()) - TIMER_MS;
  if (far > 0) await setTimeout(far);
  while (performance.now() < due) await setImmediate();
}
