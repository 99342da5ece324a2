/**
 * Evaluates the failed requests of a run under load: those that a caller could not expect, and how long a killed
 * service was unavailable.
 */
import { failuresIn } from './load.ts';
import type { SentRequest } from './load-account.ts';

/**
 * Failures, in sentences, that are not 503 with the time to come back. The repetition of a request may find the first
 * attempt still working, which is expected too.
 */
export const unexpectedFailuresIn = (sent: readonly SentRequest[]): string[] =>
  failuresIn(sent)
    .filter(
      ({ status, retryAfter, code }) =>
        !(status === 503 && retryAfter !== null) && code !== 'IDEMPOTENCY_IN_PROGRESS',
    )
    .map(({ kind, status, code }) => `${kind} answered ${status} ${code}`);

/**
 * For each kill the milliseconds until the last response 503 before the next kill; 0 without one.
 * @param killedAt in milliseconds since the start of the process, ascending
 */
export function unavailableTimes(sent: readonly SentRequest[], killedAt: readonly number[]): number[] {
  const ends = failuresIn(sent)
    .filter(({ status }) => status === 503)
    .map(({ at, milliseconds }) => at + milliseconds);
  return killedAt.map((killed, index) => {
    const until = killedAt[index + 1] ?? Number.POSITIVE_INFINITY;
    return Math.max(0, ...ends.filter((end) => end >= killed && end < until).map((end) => end - killed));
  });
}
