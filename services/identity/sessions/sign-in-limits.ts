/**
 * Limits on failed sign-ins within 15 minutes, then 429: 10 for an account from one network, 50 from a
 * network, and 100 for an account, which refuse no browser that has signed in to it before. So a stranger cannot lock
 * its owner out. The counts are in MongoDB, for all nodes together. The sign-in checks them before it verifies a
 * password and again after a right one, so that a flood of guesses does not reveal which of them was right. A password
 * reset clears the counts of its account.
 */
import type { Connection, Model } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { escapeRegExp } from '../../../shared/text/escape-regexp.ts';

const WINDOW_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ACCOUNT_AND_NETWORK = 10;
const MAX_FAILURES_PER_NETWORK = 50;
const MAX_FAILURES_PER_ACCOUNT = 100;

const COLLECTION = 'login_failures';

/** The record of rate-limiter-flexible, which reads and writes it. */
interface LoginFailureRecord {
  key: string;
  points: number;
  expire: Date | null;
}

/** The collection of failures, defined here so that its indexes exist before the first sign-in. */
const loginFailureCollection = defineCollection<LoginFailureRecord>(COLLECTION, [
  [{ key: 1 }, { unique: true }],
  [{ expire: 1 }, { expireAfterSeconds: 0 }],
]);

/** Who tries to sign in. */
export interface SignInAttempt {
  /** As typed, in its normal form; there may be no such account. */
  email: string;
  network: string;
  /** Whether the account has signed in with this browser before. */
  isKnownBrowser: boolean;
}

export class SignInLimits {
  readonly #failures: Model<LoginFailureRecord>;
  readonly #perPair: RateLimiterMongo;
  readonly #perNetwork: RateLimiterMongo;
  readonly #perAccount: RateLimiterMongo;

  constructor(connection: Connection) {
    this.#failures = loginFailureCollection(connection);
    const limiter = (keyPrefix: string, points: number): RateLimiterMongo =>
      new RateLimiterMongo({
        storeClient: connection.db,
        tableName: COLLECTION,
        disableIndexesCreation: true,
        keyPrefix,
        points,
        duration: WINDOW_SECONDS,
      });
    this.#perPair = limiter('account-network', MAX_FAILURES_PER_ACCOUNT_AND_NETWORK);
    this.#perNetwork = limiter('address', MAX_FAILURES_PER_NETWORK);
    this.#perAccount = limiter('account', MAX_FAILURES_PER_ACCOUNT);
  }

  /** @throws RATE_LIMITED with the seconds to wait when a limit is reached */
  async assertAllowed(attempt: SignInAttempt): Promise<void> {
    const reached = this.#limitsOf(attempt).map(([limiter, key, refuses]) =>
      refuses ? findExceeded(limiter, key) : null,
    );
    rejectIfExceeded(await Promise.all(reached));
  }

  /** Clears the failures of an account after its owner has proved the email. */
  async reset(email: string): Promise<void> {
    const pairs = { key: { $regex: `^${escapeRegExp(`account-network:${email} `)}` } };
    await Promise.all([this.#perAccount.delete(email), this.#failures.deleteMany(pairs)]);
  }

  /** Counts a failure. @throws RATE_LIMITED when it exceeds a limit */
  async countFailure(attempt: SignInAttempt): Promise<void> {
    const counted = await Promise.all(
      this.#limitsOf(attempt).map(async ([limiter, key, refuses]) => {
        const exceeded = await consume(limiter, key);
        return refuses ? exceeded : null;
      }),
    );
    rejectIfExceeded(counted);
  }

  /** The limits on an attempt, each with its key and whether it refuses this one. */
  #limitsOf({ email, network, isKnownBrowser }: SignInAttempt): [RateLimiterMongo, string, boolean][] {
    return [
      [this.#perPair, `${email} ${network}`, true],
      [this.#perNetwork, network, true],
      [this.#perAccount, email, !isKnownBrowser],
    ];
  }
}

/** The count when it has reached the limit, else null. */
async function findExceeded(limiter: RateLimiterMongo, key: string): Promise<RateLimiterRes | null> {
  const count = await limiter.get(key);
  return count !== null && count.consumedPoints >= limiter.points ? count : null;
}

/**
 * Counts one more. @returns the count when it exceeds the limit, with which the library rejects; else null
 */
async function consume(limiter: RateLimiterMongo, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
}

function rejectIfExceeded(counts: readonly (RateLimiterRes | null)[]): void {
  const waits = counts.flatMap((count) => (count === null ? [] : Math.ceil(count.msBeforeNext / 1000)));
  if (waits.length === 0) return;
  const retryAfter = Math.max(1, ...waits);
  throw apiError(
    'RATE_LIMITED',
    `Too many failed sign-in attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`,
    {
      metadata: { retryAfter },
    },
  );
}
