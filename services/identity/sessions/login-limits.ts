/**
 * Wrong passwords are counted: 10 an account and 50 a network address within 15 minutes, then 429 (A17). The counts stand in
 * MongoDB, so they hold on every node. They are asked before a password is tried and again after a right one: whoever floods the
 * login with guesses does not learn which of them was right.
 */
import { type Connection, Schema } from 'mongoose';
import { RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

const WINDOW_SECONDS = 15 * 60;
const MAX_FAILURES_PER_ACCOUNT = 10;
const MAX_FAILURES_PER_CLIENT_IP = 50;

const COLLECTION = 'login_failures';

/** Made as a model so that its indexes exist before the first login; the library reads and writes it. */
interface LoginFailureRecord {
  key: string;
  points: number;
  expire: Date | null;
}
const schema = new Schema<LoginFailureRecord>(
  { key: String, points: Number, expire: Date },
  { collection: COLLECTION, versionKey: false },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });

export class LoginLimits {
  readonly #limiters: readonly [account: RateLimiterMongo, address: RateLimiterMongo];

  constructor(connection: Connection) {
    connection.model<LoginFailureRecord>('LoginFailure', schema);
    const limiter = (keyPrefix: string, points: number): RateLimiterMongo =>
      new RateLimiterMongo({
        storeClient: connection.db,
        tableName: COLLECTION,
        disableIndexesCreation: true,
        keyPrefix,
        points,
        duration: WINDOW_SECONDS,
      });
    this.#limiters = [limiter('account', MAX_FAILURES_PER_ACCOUNT), limiter('address', MAX_FAILURES_PER_CLIENT_IP)];
  }

  /** @throws RATE_LIMITED with the seconds to wait when either has failed too often */
  async assertAllowed(email: string, address: string): Promise<void> {
    const [account, network] = this.#limiters;
    rejectIfExceeded(await Promise.all([findExceeded(account, email), findExceeded(network, address)]));
  }

  /** Forgets the failures of an account whose owner has proved to be it. */
  async reset(email: string): Promise<void> {
    await this.#limiters[0].delete(email);
  }

  /** Counts a failure. @throws RATE_LIMITED when this one is beyond what is allowed */
  async countFailure(email: string, address: string): Promise<void> {
    const [account, network] = this.#limiters;
    rejectIfExceeded(await Promise.all([consume(account, email), consume(network, address)]));
  }
}

/** The count when it has reached the limit, else null. */
async function findExceeded(limiter: RateLimiterMongo, key: string): Promise<RateLimiterRes | null> {
  const count = await limiter.get(key);
  return count !== null && count.consumedPoints >= limiter.points ? count : null;
}

/** The count when it is beyond the limit, else null. The library rejects with it. */
async function consume(limiter: RateLimiterMongo, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

function rejectIfExceeded(counts: readonly (RateLimiterRes | null)[]): void {
  const waits = counts.flatMap((count) => (count === null ? [] : Math.ceil(count.msBeforeNext / 1000)));
  if (waits.length === 0) return;
  const retryAfter = Math.max(1, ...waits);
  throw apiError('RATE_LIMITED', `Too many failed sign-in attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`, {
    metadata: { retryAfter },
  });
}
