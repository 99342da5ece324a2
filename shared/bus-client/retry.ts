/** Retries of a call that got no response, as the gateway retries its reads (R1). */
import { setTimeout as delay } from 'node:timers/promises';

const FIRST_DELAY_MS = 100;

const isRetryable = (error: unknown): boolean => Object(error).retryable === true;

/** @throws the last error; one that is no reason to retry at once */
export async function retry<T>(retries: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= retries || !isRetryable(error)) throw error;
      await delay(FIRST_DELAY_MS * 2 ** attempt);
    }
  }
}
