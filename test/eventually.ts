/** Repeats an attempt until it succeeds, instead of sleeping for a fixed time. */

import { setTimeout as delay } from 'node:timers/promises';

/** Against endless waiting; no correct test needs as long. */
const WITHIN_MS = 60_000;

interface PollOptions {
  /** Limit in milliseconds against endless waiting, not a measurement. */
  readonly within?: number;
  /** Pause between two attempts. */
  readonly every?: number;
}

/**
 * Repeats `attempt` until it neither throws nor returns false or null, and returns what it returned.
 * @throws the last error of `attempt`, or one that says it never held, after `within` milliseconds
 * @example await eventually(async () => assert.equal((await standing()).status, 200))
 */
export async function eventually<T>(
  attempt: () => T | false | null | Promise<T | false | null>,
  { within = WITHIN_MS, every = 20 }: PollOptions = {},
): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    const late = performance.now() >= deadline;
    try {
      const result = await attempt();
      if (result !== false && result !== null) return result;
      if (late) throw new Error(`${attempt} did not hold within ${within} ms`);
    } catch (error) {
      if (late) throw error;
    }
    await delay(every);
  }
}
