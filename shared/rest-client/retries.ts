/**
 * Repetition of a request that failed for a temporary reason: no connection, or a response that says so. Only for
 * requests that may be repeated: reads, and writes with an `Idempotency-Key`.
 */
import { ApiError } from './api-error.ts';

const TEMPORARY_STATUSES: readonly number[] = [429, 502, 503, 504];
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 250;

/**
 * Sends until there is a response, at most five times.
 * @param retryForMs the last attempt begins within this time
 * @throws the error of the last attempt; any that is not temporary; the reason of the signal
 */
export async function sendRepeatedly<T>(
  send: () => Promise<T>,
  retryForMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const deadline = performance.now() + retryForMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTemporary(error)) throw error;
      const waitMs = waitAfter(error, attempt);
      if (performance.now() + waitMs > deadline) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** `fetch` throws a TypeError without a connection. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError
    ? TEMPORARY_STATUSES.includes(error.status) || error.is('IDEMPOTENCY_IN_PROGRESS')
    : error instanceof TypeError;

/** What the service asks for; else twice as long each time, and not the same for all clients. */
function waitAfter(error: unknown, attempt: number): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter * 1_000;
  return FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}

/** @throws the reason of the signal */
function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
