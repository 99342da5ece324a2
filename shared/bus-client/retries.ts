/** Attempts of a call that got no response, as the gateway repeats its reads (R1). */
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;
/**
 * A program cannot ask whether a node still works on its call. Without a response by then it sends a read once more,
 * and takes whichever response comes first.
 */
const SECOND_ATTEMPT_MS = 3_000;

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
  const first = send(timeoutMs);
  if (retries === 0) return first;
  const timer = new AbortController();
  const isLate = delay(SECOND_ATTEMPT_MS, true, { signal: timer.signal }).catch(() => true);
  try {
    if ((await Promise.race([isLate, first.then(() => false)])) === false) return await first;
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return sendAgain({ deadline, retries, error }, send);
  } finally {
    timer.abort();
  }
  const second = sendAgain({ deadline, retries, error: null }, send);
  return new Promise<T>((resolve, reject) => {
    first.then(resolve, (error) => !isRetryable(error) && reject(error));
    second.then(resolve, reject);
  });
}

/** @param error of the first attempt; null while it waits for its response */
async function sendAgain<T>(
  { deadline, retries, error }: { deadline: number; retries: number; error: unknown },
  send: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  let last = error;
  for (let attempt = 0; attempt < retries; attempt += 1) {
    const pauseMs = last === null ? 0 : FIRST_DELAY_MS * 2 ** attempt;
    if (performance.now() + pauseMs >= deadline) break;
    await delay(pauseMs);
    try {
      return await send(deadline - performance.now());
    } catch (error) {
      if (!isRetryable(error)) throw error;
      last = error;
    }
  }
  throw last;
}
