/**
 * Counting what somebody does within a time: in Redis where there is one, so that all gateways count together, else in this process.
 * A Redis that is away or slow is left alone until it answers again, so that no request waits for it (hardening R6).
 */
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../../shared/kernel/node/config.ts';

/** How somebody stands after one more. */
export interface RateCount {
  remaining: number;
  /** Seconds until the count begins again. */
  resetSeconds: number;
  /** This was one too many. */
  exceeded: boolean;
}

/** Counts one more of somebody's. */
export type RateCounter = (who: string) => Promise<RateCount>;

/** Redis answers in less than a millisecond; a busy process may hear of it much later. */
const REDIS_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 1_000;
const PROBE_INTERVAL_MS = 500;

export class RateCounters {
  readonly #prefix: string;
  readonly #log: (line: string) => void;
  readonly #redis: Redis | null;
  /** Redis did not answer lately: this process counts alone. */
  #redisIsDown = false;
  #probeTimer: NodeJS.Timeout | null = null;

  constructor({ redisUrl, databasePrefix }: Pick<Config, 'redisUrl' | 'databasePrefix'>, log: (line: string) => void) {
    this.#log = log;
    this.#prefix = `${databasePrefix}:rate`;
    this.#redis =
      redisUrl === null
        ? null
        : new Redis(redisUrl, {
            lazyConnect: true,
            enableOfflineQueue: false,
            maxRetriesPerRequest: 0,
            commandTimeout: REDIS_TIMEOUT_MS,
            connectTimeout: CONNECT_TIMEOUT_MS,
          });
    // Every failed command is answered by this process; the event itself says nothing new.
    this.#redis?.on('error', () => undefined);
  }

  /** Connects to Redis, if there is one; a failure is no reason not to start. */
  async start(): Promise<void> {
    await this.#redis?.connect().catch(() => this.#useMemory());
  }

  /** @throws while Redis does not answer */
  async check(): Promise<void> {
    await this.#redis?.ping();
  }

  stop(): void {
    if (this.#probeTimer) clearTimeout(this.#probeTimer);
    this.#redis?.disconnect();
  }

  /** @param points how many are allowed within `seconds` */
  createCounter(name: string, points: number, seconds: number): RateCounter {
    const options = { points, duration: seconds, keyPrefix: `${this.#prefix}:${name}` };
    const here = new RateLimiterMemory(options);
    const together = this.#redis && new RateLimiterRedis({ ...options, storeClient: this.#redis });
    return async (who) => {
      if (!together || this.#redisIsDown) return consume(here, who);
      try {
        return await consume(together, who);
      } catch {
        this.#useMemory();
        return consume(here, who);
      }
    };
  }

  #useMemory(): void {
    if (this.#redisIsDown) return;
    this.#redisIsDown = true;
    this.#log('Redis is not responding; each gateway counts rate limits on its own until it does');
    this.#probeRedisLater();
  }

  #probeRedisLater(): void {
    this.#probeTimer = setTimeout(() => {
      this.#redis?.ping().then(
        () => {
          this.#redisIsDown = false;
          this.#log('Redis is responding again; rate limits are shared across gateways');
        },
        () => this.#probeRedisLater(),
      );
    }, PROBE_INTERVAL_MS);
    this.#probeTimer.unref();
  }
}

/** The library rejects with the count when it is exceeded, and with an error when it could not count. */
async function consume(limiter: RateLimiterAbstract, who: string): Promise<RateCount> {
  try {
    return toRateCount(await limiter.consume(who), false);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toRateCount(refused, true);
    throw refused;
  }
}

const toRateCount = ({ remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean): RateCount => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  exceeded,
});
