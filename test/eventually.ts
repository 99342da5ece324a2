/** Polling until a condition holds, instead of sleeping for a fixed time. */

import { setTimeout as delay } from 'node:timers/promises';

/** For what hangs; no sound test comes near it. */
const WITHIN_MS = 60_000;

interface PollOptions {
  /** How long it may take until it holds; a limit for what hangs, not a measure. */
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
