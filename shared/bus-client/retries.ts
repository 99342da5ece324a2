/** Attempts of a call that got no response, as the gateway repeats its reads (R1). */
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;
/**
 * A program cannot ask whether a node still works on its call. If the first attempt got no response by then, the
 * next one has all the time that is left.
 */
const FIRST_ATTEMPT_MS = 3_000;

const isRetryable = (error: unknown): boolean => Object(error).retryable === true;

/**
 * Sends a request until it gets a response.
 * @param timeoutMs for all attempts
 * @param send gets the milliseconds that the attempt may take
 * @throws the error of the last attempt; one that is no reason to send again
 */
export async function sendWithRetries<T>(
  { timeoutMs, retries }: { timeoutMs: number; retries: number },
  send: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const remainingMs = deadline - performance.now();
    const isProbe = attempt === 0 && retries > 0;
    try {
      return await send(isProbe ? Math.min(FIRST_ATTEMPT_MS, remainingMs) : remainingMs);
    } catch (error) {
      const pauseMs = FIRST_DELAY_MS * 2 ** attempt;
      if (attempt >= retries || !isRetryable(error) || performance.now() + pauseMs >= deadline) throw error;
      await delay(pauseMs);
    }
  }
}
