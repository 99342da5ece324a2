/**
 * Retry of a compare-and-set write with short random pauses until it has no conflict; by default
 * EDIT_CONFLICT after 24 attempts.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { apiError } from '../errors/errors.ts';

/**
 * An attempt fails only when another writer succeeds, so this many attempts serve as many concurrent writers.
 */
export const MAX_ATTEMPTS = 24;

interface RetryOptions {
  attempts?: number;
  /** The error when all attempts conflict; default: EDIT_CONFLICT `stale`. */
  onConflict?: () => Error | Promise<Error>;
}

const tooManyConflicts = (): Error =>
  apiError('EDIT_CONFLICT', 'Too many concurrent saves. Read the current version and try again.', {
    metadata: { reason: 'stale' },
  });

/**
 * The result of the first `attempt` without a conflict; null means a conflict.
 * @throws the error of `onConflict` when all attempts conflict; any other error of an attempt immediately
 */
export async function retryUntilSaved<T>(
  attempt: (index: number) => Promise<T | null>,
  { attempts = MAX_ATTEMPTS, onConflict = tooManyConflicts }: RetryOptions = {},
): Promise<T> {
  for (let index = 0; index < attempts; index += 1) {
    // A random pause, so that writers do not collide again.
    if (index > 0) await pause(Math.random() * Math.min(5 * index, 50));
    const result = await attempt(index);
    if (result !== null) return result;
  }
  throw await onConflict();
}
