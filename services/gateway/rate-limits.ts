/**
 * Requests a minute, per owner and not per key; without a credential per address (decisions A7, G24; hardening H34, R6). Counted in
 * Redis where there is one, else in this process; a Redis that is away is replaced by this process until it is back.
 */
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../shared/kernel/config.ts';
import { fail } from '../../shared/kernel/errors.ts';
import type { Principal } from '../../shared/kernel/principal.ts';

export type Tier = keyof Config['rateLimits'];

/** How a caller stands in the current minute. */
export interface Standing {
  tier: Tier;
  limit: number;
  remaining: number;
  /** Seconds until the minute is over. */
  resetSeconds: number;
  /** This request was one too many. */
  exceeded: boolean;
}

const MINUTE_SECONDS = 60;
const REDIS_MS = 200;

/** @throws RATE_LIMITED when the request was one too many */
export function refuseExceeded({ exceeded, limit, resetSeconds }: Standing): void {
  if (!exceeded) return;
  throw fail('RATE_LIMITED', `More than ${limit} requests in a minute. Wait ${resetSeconds} seconds.`, {
    metadata: { retryAfter: resetSeconds, limit },
  });
}

/** Writes into whoami what only the gateway knows: how much of the minute is left (A6). */
export function tellStanding(id: string, body: unknown, standing: Standing | undefined): void {
  if (id !== 'discovery.whoami' || !standing || typeof body !== 'object' || body === null || !('rate_limit' in body)) return;
  const { tier, limit, remaining, resetSeconds } = standing;
  body.rate_limit = { tier, limit, remaining, reset_at: new Date(Date.now() + resetSeconds * 1000).toISOString() };
}

export class RateLimits {
  readonly #limits: Config['rateLimits'];
  readonly #limiters: Record<Tier, RateLimiterAbstract>;
  readonly #redis: Redis | null;

  constructor({ rateLimits, redisUrl, databasePrefix }: Config) {
    this.#limits = rateLimits;
    this.#redis =
      redisUrl === null
        ? null
        : new Redis(redisUrl, {
            lazyConnect: true,
            enableOfflineQueue: false,
            maxRetriesPerRequest: 0,
            commandTimeout: REDIS_MS,
          });
    // Every failed command is answered by the insurance limiter; the event itself says nothing new.
    this.#redis?.on('error', () => undefined);
    const limiter = (tier: Tier): RateLimiterAbstract => {
      const options = { points: rateLimits[tier], duration: MINUTE_SECONDS, keyPrefix: `${databasePrefix}:rate:${tier}` };
      const here = new RateLimiterMemory(options);
      return this.#redis ? new RateLimiterRedis({ ...options, storeClient: this.#redis, insuranceLimiter: here }) : here;
    };
    this.#limiters = { anonymous: limiter('anonymous'), free: limiter('free'), company: limiter('company') };
  }

  /** Connects to Redis, if there is one; a failure is no reason not to start. */
  async start(): Promise<void> {
    await this.#redis?.connect().catch(() => undefined);
  }

  stop(): void {
    this.#redis?.disconnect();
  }

  /** Counts a request. A failed credential is counted as nobody's, for its address. */
  async count(principal: Principal, address: string): Promise<Standing> {
    const tier: Tier = principal.kind !== 'user' ? 'anonymous' : principal.company ? 'company' : 'free';
    const owner = principal.kind === 'user' ? `user ${principal.user.id}` : `address ${address}`;
    try {
      return this.#standing(tier, await this.#limiters[tier].consume(owner), false);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return this.#standing(tier, refused, true);
    }
  }

  #standing(tier: Tier, { remainingPoints, msBeforeNext }: RateLimiterRes, exceeded: boolean): Standing {
    return {
      tier,
      limit: this.#limits[tier],
      remaining: Math.max(0, remainingPoints),
      exceeded,
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    };
  }
}
