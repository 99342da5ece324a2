/**
 * Limits on failed sign-ins: 10 for an email and 50 for a client network within 15 minutes, then 429 (A17).
 * The counts are in MongoDB, for all nodes together. The sign-in checks them before it verifies a password
 * and again after a right one, so that a flood of guesses does not reveal which of them was right. A password
 * reset clears the count of its account.
 */
import type { Connection } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

const WINDOW_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ACCOUNT = 10;
const MAX_FAILURES_PER_CLIENT_IP = 50;

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

export class SignInLimits {
  readonly #limiters: readonly [account: RateLimiterMongo, client: RateLimiterMongo];

  constructor(connection: Connection) {
    loginFailureCollection(connection);
    const limiter = (keyPrefix: string, points: number): RateLimiterMongo =>
      new RateLimiterMongo({
        storeClient: connection.db,
        tableName: COLLECTION,
        disableIndexesCreation: true,
        keyPrefix,
        points,
        duration: WINDOW_SECONDS,
      });
    this.#limiters = [
      limiter('account', MAX_FAILURES_PER_ACCOUNT),
      limiter('address', MAX_FAILURES_PER_CLIENT_IP),
    ];
  }

  /** @throws RATE_LIMITED with the seconds to wait when either limit is reached */
  async assertAllowed(email: string, clientIp: string): Promise<void> {
    const [account, client] = this.#limiters;
    rejectIfExceeded(await Promise.all([findExceeded(account, email), findExceeded(client, clientIp)]));
  }

  /** Clears the failures of an account after its owner has proved the email. */
  async reset(email: string): Promise<void> {
    await this.#limiters[0].delete(email);
  }

  /** Counts a failure. @throws RATE_LIMITED when it exceeds a limit */
  async countFailure(email: string, clientIp: string): Promise<void> {
    const [account, client] = this.#limiters;
    rejectIfExceeded(await Promise.all([consume(account, email), consume(client, clientIp)]));
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
