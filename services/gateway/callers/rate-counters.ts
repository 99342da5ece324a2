/**
 * Counters of rate limits: in Redis where there is one, so that all gateways count together, else in this
 * process. A Redis that is down or slow is not used until it answers again, so that only the first requests
 * wait for it.
 */
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateLimitStatus } from '../../../shared/kernel/auth/rate-limit-status.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';

/** A count after one more request. */
export interface RateCount extends Pick<RateLimitStatus, 'remaining' | 'resetSeconds'> {
  exceeded: boolean;
}

export type RateCounter = (owner: string) => Promise<RateCount>;

const CONNECT_TIMEOUT_MS = 1_000;
const RECONNECT_INTERVAL_MS = 500;

export class RateCounters {
  readonly #prefix: string;
  readonly #redis: Redis | null;

  /** @param log receives a line when Redis stops responding and when it responds again */
  constructor(
    {
      redisUrl,
      redisTimeoutMs,
      databasePrefix,
    }: Pick<Config, 'redisUrl' | 'redisTimeoutMs' | 'databasePrefix'>,
    log: (line: string) => void,
  ) {
    this.#prefix = `${databasePrefix}:rate`;
    this.#redis = redisUrl === null ? null : createRedis(redisUrl, redisTimeoutMs, log);
  }

  /** Connects to Redis, if there is one; a failure does not prevent the start. */
  async start(): Promise<void> {
    await this.#redis?.connect().catch(() => undefined);
  }

  /** @throws while Redis does not answer */
  async check(): Promise<void> {
    await this.#redis?.ping();
  }

  stop(): void {
    this.#redis?.disconnect();
  }

  /** @param points how many are allowed within `seconds` */
  createCounter(name: string, points: number, seconds: number): RateCounter {
    const options = { points, duration: seconds, keyPrefix: `${this.#prefix}:${name}` };
    const redis = this.#redis;
    const memoryLimiter = new RateLimiterMemory(options);
    const redisLimiter = redis && new RateLimiterRedis({ ...options, storeClient: redis });
    return async (owner) => {
      if (!redisLimiter || redis.status !== 'ready') return consume(memoryLimiter, owner);
      try {
        return await consume(redisLimiter, owner);
      } catch {
        // With the library's insuranceLimiter every request would wait for its own timeout; a new connection
        // is ready only once Redis answers on it.
        redis.disconnect(true);
        return consume(memoryLimiter, owner);
      }
    };
  }
}

function createRedis(url: string, commandTimeout: number, log: (line: string) => void): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Redis answers in less than a millisecond; a busy process may receive the response much later.
    commandTimeout,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => RECONNECT_INTERVAL_MS,
    // A Redis that hangs does not close its side.
    disconnectTimeout: 0,
  });
  let isDown = false;
  redis.on('reconnecting', () => {
    if (!isDown) log('Redis is not responding; each gateway counts rate limits on its own until it does');
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log('Redis is responding again; rate limits are shared across gateways');
    isDown = false;
  });
  // Without a listener an error would be thrown; the events above say as much.
  redis.on('error', () => undefined);
  return redis;
}

/** The library rejects with the count when it is exceeded. */
async function consume(limiter: RateLimiterAbstract, owner: string): Promise<RateCount> {
  try {
    return toRateCount(await limiter.consume(owner), false);
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return toRateCount(rejection, true);
    throw rejection;
  }
}

const toRateCount = ({ remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean): RateCount => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  exceeded,
});
