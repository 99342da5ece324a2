/**
 * Limits on sign-ins of programs on the bus with API keys, each minute: 60 with one valid key, whose token lasts two
 * minutes, and 600 of one NATS user with unknown, revoked or expired keys together. Beyond that they get 429 without
 * a database query, so that a flood costs a bounded number of queries and no memory. The second limit also stops
 * sign-ins of that NATS user with valid keys until the minute ends; tokens still work, and other users are not
 * affected. Each process of identity counts by itself.
 */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** The limits within one window of time. */
const LIMITS = { signInsPerKey: 60, failures: 600, windowSeconds: 60 };
export class KeySignInLimits {
  readonly #perKey: RateLimiterMemory;
  readonly #failures: RateLimiterMemory;
  /** Look-ups of each NATS user. */
  readonly #underWay = new Map<string, number>();

  /** @param limits other ones for a test; a window of 0 seconds never ends */
  constructor({ signInsPerKey, failures, windowSeconds: duration } = LIMITS) {
    this.#perKey = new RateLimiterMemory({ points: signInsPerKey, duration });
    this.#failures = new RateLimiterMemory({ points: failures, duration });
  }

  /**
   * Looks a key up within the limits, and counts the result. A look-up under way takes the place of a failure, so
   * that a burst has no more of them. One that throws is not counted.
   * @param user the NATS user of the program, as the server has checked it
   * @param find null for a key that is not valid
   * @throws RATE_LIMITED with the seconds to wait
   */
  async lookUp<T>(user: string, keyHash: string, find: () => Promise<T | null>): Promise<T | null> {
    const [signIns, failures] = await Promise.all([this.#perKey.get(keyHash), this.#failures.get(user)]);
    refuseFrom(this.#perKey.points, signIns);
    refuseFrom(this.#failures.points - (this.#underWay.get(user) ?? 0), failures);
    this.#countUnderWay(user, 1);
    try {
      const found = await find();
      if (found === null) await this.#failures.penalty(user);
      else refuseFrom(this.#perKey.points + 1, await this.#perKey.penalty(keyHash));
      return found;
    } finally {
      this.#countUnderWay(user, -1);
    }
  }

  #countUnderWay(user: string, change: 1 | -1): void {
    const count = (this.#underWay.get(user) ?? 0) + change;
    if (count === 0) this.#underWay.delete(user);
    else this.#underWay.set(user, count);
  }
}

/** Refuses a sign-in when the count has reached this number. */
function refuseFrom(limit: number, count: RateLimiterRes | null): void {
  if ((count?.consumedPoints ?? 0) < limit) return;
  const retryAfter = Math.max(1, Math.ceil((count?.msBeforeNext ?? 0) / 1000));
  throw apiError('RATE_LIMITED', `Too many sign-ins on the bus. Try again in ${retryAfter} seconds.`, {
    metadata: { retryAfter },
  });
}
