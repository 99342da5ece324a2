/** Writes by compare-and-set: looks again at what is there by now, as long as others keep being first. */
import { setTimeout as pause } from 'node:timers/promises';
import { apiError } from '../errors/errors.ts';

/** Each lost round means that another writer won one, so this many rounds serve as many writers at once. */
export const MAX_ATTEMPTS = 24;

interface RetryOptions {
  attempts?: number;
  /** What to refuse with when all rounds are lost. */
  onConflict?: () => Error | Promise<Error>;
}

const tooManyConflicts = (): Error =>
  apiError('EDIT_CONFLICT', 'Too many concurrent saves. Read the current version and try again.', {
    metadata: { reason: 'stale' },
  });

/**
 * The answer of the first `attempt` that is not overtaken, which it says with null.
 * @throws what `overtaken` says when all are, by default EDIT_CONFLICT `stale`; what an attempt throws at once
 */
export async function retryUntilSaved<T>(
  attempt: (round: number) => Promise<T | null>,
  { attempts = MAX_ATTEMPTS, onConflict = tooManyConflicts }: RetryOptions = {},
): Promise<T> {
  for (let round = 0; round < attempts; round += 1) {
    // Writers of other processes fall out of step, instead of meeting again.
    if (round > 0) await pause(Math.random() * Math.min(5 * round, 50));
    const answer = await attempt(round);
    if (answer !== null) return answer;
  }
  throw await onConflict();
}
