/**
 * Counting what somebody does within a time: in Redis where there is one, so that all gateways count together, else in this process.
 * A Redis that is away or slow is left alone until it answers again, so that no request waits for it (hardening R6).
 */
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../../shared/kernel/config.ts';

/** How somebody stands after one more. */
export interface Count {
  remaining: number;
  /** Seconds until the count begins again. */
  resetSeconds: number;
  /** This was one too many. */
  exceeded: boolean;
}

/** Counts one more of somebody's. */
export type Tally = (who: string) => Promise<Count>;

/** Redis answers in less than a millisecond; a busy process may hear of it much later. */
const REDIS_MS = 250;
const CONNECT_MS = 1_000;
const LOOK_AGAIN_MS = 500;

export class Tallies {
  readonly #prefix: string;
  readonly #log: (line: string) => void;
  readonly #redis: Redis | null;
  /** Redis did not answer lately: this process counts alone. */
  #alone = false;
  #timer: NodeJS.Timeout | null = null;

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
            commandTimeout: REDIS_MS,
            connectTimeout: CONNECT_MS,
          });
    // Every failed command is answered by this process; the event itself says nothing new.
    this.#redis?.on('error', () => undefined);
  }

  /** Connects to Redis, if there is one; a failure is no reason not to start. */
  async start(): Promise<void> {
    await this.#redis?.connect().catch(() => this.#leaveAlone());
  }

  /** @throws while Redis does not answer */
  async check(): Promise<void> {
    await this.#redis?.ping();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#redis?.disconnect();
  }

  /** @param points how many are allowed within `seconds` */
  tally(name: string, points: number, seconds: number): Tally {
    const options = { points, duration: seconds, keyPrefix: `${this.#prefix}:${name}` };
    const here = new RateLimiterMemory(options);
    const together = this.#redis && new RateLimiterRedis({ ...options, storeClient: this.#redis });
    return async (who) => {
      if (!together || this.#alone) return consume(here, who);
      try {
        return await consume(together, who);
      } catch {
        this.#leaveAlone();
        return consume(here, who);
      }
    };
  }

  #leaveAlone(): void {
    if (this.#alone) return;
    this.#alone = true;
    this.#log('Redis does not answer: until it does, limits are counted by each gateway alone');
    this.#lookLater();
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#redis?.ping().then(
        () => {
          this.#alone = false;
          this.#log('Redis answers again: limits are counted together');
        },
        () => this.#lookLater(),
      );
    }, LOOK_AGAIN_MS);
    this.#timer.unref();
  }
}

/** The library rejects with the count when it is exceeded, and with an error when it could not count. */
async function consume(limiter: RateLimiterAbstract, who: string): Promise<Count> {
  try {
    return asCount(await limiter.consume(who), false);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return asCount(refused, true);
    throw refused;
  }
}

const asCount = ({ remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean): Count => ({
  remaining: Math.max(0, remainingPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  exceeded,
});
