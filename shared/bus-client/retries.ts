/**
 * Sends a call of a bus program until one attempt gets a response: again after an attempt that failed immediately, and a
 * read once more while the first takes over three seconds.
 */
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;
/**
 * A program cannot ask whether a node still works on its call. Without a response by then it sends a read once more,
 * and takes whichever response comes first.
 */
const SECOND_ATTEMPT_MS = 3_000;

/** A response: also an error of the action. */
type Response<T> = { value: T } | { error: unknown };

const isRetryable = (error: unknown): boolean => Object(error).retryable === true;

/** @throws the error of an attempt that got no response */
const responseOf = <T>(attempt: Promise<T>): Promise<Response<T>> =>
  attempt.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (isRetryable(error)) throw error;
      return { error };
    },
  );

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
  const first = responseOf(send(timeoutMs));
  const later = sendLater(first, { deadline, retries }, send);
  const response = await Promise.any([first, later]).catch(() => later);
  if ('error' in response) throw response.error;
  return response.value;
}

/** The response to a later attempt, which is made when the first fails or takes long. */
async function sendLater<T>(
  first: Promise<Response<T>>,
  { deadline, retries }: { deadline: number; retries: number },
  send: (timeoutMs: number) => Promise<T>,
): Promise<Response<T>> {
  if (retries === 0) return first;
  let failure: unknown = null;
  const timer = new AbortController();
  try {
    const isDone = first.then(() => true);
    if (await Promise.race([isDone, delay(SECOND_ATTEMPT_MS, false, { signal: timer.signal })])) return first;
  } catch (error) {
    failure = error;
  } finally {
    timer.abort();
  }
  for (let attempt = 0; attempt < retries; attempt += 1) {
    const pauseMs = failure === null ? 0 : FIRST_DELAY_MS * 2 ** attempt;
    if (performance.now() + pauseMs >= deadline) break;
    await delay(pauseMs);
    try {
      return await responseOf(send(deadline - performance.now()));
    } catch (error) {
      failure = error;
    }
  }
  if (failure === null) return first;
  throw failure;
}
