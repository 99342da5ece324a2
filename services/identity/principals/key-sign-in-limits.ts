/**
 * Limits on sign-ins of programs on the bus: 60 a minute with one key, whose token lasts two, and 600 with
 * unknown keys together, then 429. Counted by each process of identity: a flood costs look-ups, and no key of
 * 256 random bits is guessed.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

const WINDOW_SECONDS = 60;
export const MAX_SIGN_INS_PER_KEY = 60;
const MAX_FAILURES = 600;

export class KeySignInLimits {
  readonly #perKey = new RateLimiterMemory({ points: MAX_SIGN_INS_PER_KEY, duration: WINDOW_SECONDS });
  readonly #failures = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS });

  /** Counts a sign-in with a key. @throws RATE_LIMITED with the seconds to wait */
  count(keyHash: string): Promise<void> {
    return consume(this.#perKey, keyHash);
  }

  /** Counts a sign-in with an unknown key. @throws RATE_LIMITED with the seconds to wait */
  countFailure(): Promise<void> {
    return consume(this.#failures, 'unknown');
  }
}

async function consume(limiter: RateLimiterMemory, owner: string): Promise<void> {
  try {
    await limiter.consume(owner);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw apiError('RATE_LIMITED', `Too many sign-ins on the bus. Try again in ${retryAfter} seconds.`, {
      metadata: { retryAfter },
    });
  }
}
