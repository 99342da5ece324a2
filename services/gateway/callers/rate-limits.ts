/**
 * Rate limits: requests per minute by tier (anonymous by network, free and
 * company by account), and registrations per hour by network. Counts are in Redis or in memory
 * (`rate-counters.ts`). Also the headers that tell the caller.
 */
import type { ServerResponse } from 'node:http';
import { type Principal, quotaOwner } from '../../../shared/kernel/auth/principal.ts';
import type { RateLimitStatus } from '../../../shared/kernel/auth/rate-limit-status.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { rateLimitNetwork } from '../client-ip.ts';
import type { RateCount, RateCounter, RateCounters } from './rate-counters.ts';

type RateLimitTier = keyof Config['rateLimits'];

/** A caller's count in the current minute. */
type CountedRequest = RateLimitStatus & RateCount & { tier: RateLimitTier };

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** @throws RATE_LIMITED when the limit is exceeded */
export function assertWithinLimit({ exceeded, limit, resetSeconds }: CountedRequest): void {
  if (!exceeded) return;
  throw apiError(
    'RATE_LIMITED',
    `The limit of ${limit} requests per minute is exceeded. Retry in ${resetSeconds} seconds.`,
    {
      metadata: { retryAfter: resetSeconds, limit },
    },
  );
}

export class RateLimits {
  readonly #limits: Config['rateLimits'];
  readonly #registrationLimit: number;
  readonly #requestCounters: Record<RateLimitTier, RateCounter>;
  readonly #registrationCounter: RateCounter;

  constructor({ rateLimits, registrationsPerHour }: Config, counters: RateCounters) {
    this.#limits = rateLimits;
    this.#registrationLimit = registrationsPerHour;
    const requests = (tier: RateLimitTier): RateCounter =>
      counters.createCounter(tier, rateLimits[tier], MINUTE_SECONDS);
    this.#requestCounters = {
      anonymous: requests('anonymous'),
      free: requests('free'),
      company: requests('company'),
    };
    this.#registrationCounter = counters.createCounter('register', registrationsPerHour, HOUR_SECONDS);
  }

  /** Counts a request: of the principal's owner, or of the network of an anonymous one. */
  async countRequest(principal: Principal, clientIp: string): Promise<CountedRequest> {
    const tier: RateLimitTier =
      principal.kind !== 'user' ? 'anonymous' : principal.company ? 'company' : 'free';
    const owner = quotaOwner(principal, `network ${rateLimitNetwork(clientIp)}`);
    return { tier, limit: this.#limits[tier], ...(await this.#requestCounters[tier](owner)) };
  }

  /**
   * Counts a registration from a network (ASVS 2.4.1).
   * @throws RATE_LIMITED when the limit of the hour is exceeded
   */
  async countRegistration(clientIp: string): Promise<void> {
    const { exceeded, resetSeconds } = await this.#registrationCounter(rateLimitNetwork(clientIp));
    if (!exceeded) return;
    const minutes = Math.ceil(resetSeconds / 60);
    throw apiError(
      'RATE_LIMITED',
      `The limit of ${this.#registrationLimit} registrations per hour from one IP address is exceeded. Try again in ${minutes} minutes.`,
      { metadata: { retryAfter: resetSeconds, limit: this.#registrationLimit } },
    );
  }
}

/** Sets `X-RateLimit-*`, and the same as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export function setRateLimitHeaders(
  response: ServerResponse,
  { tier, limit, remaining, resetSeconds }: CountedRequest,
): void {
  response.setHeader('RateLimit-Policy', `"${tier}";q=${limit};w=${MINUTE_SECONDS}`);
  response.setHeader('RateLimit', `"${tier}";r=${remaining};t=${resetSeconds}`);
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', resetSeconds);
}
