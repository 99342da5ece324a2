/** Requests a minute, per owner and not per key; without a credential per address (decisions A7, G24; hardening H34). */

import type { ServerResponse } from 'node:http';
import { ownerOf, type Principal } from '../../../shared/kernel/callers/principal.ts';
import type { Config } from '../../../shared/kernel/config.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import { networkOf } from '../requests/client-address.ts';
import { type Count, Tallies, type Tally } from './tally.ts';

export type Tier = keyof Config['rateLimits'];

/** How a caller stands in the current minute. */
export interface Standing extends Count {
  tier: Tier;
  limit: number;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

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
  readonly #registrations: number;
  readonly #tallies: Tallies;
  readonly #requests: Record<Tier, Tally>;
  readonly #registered: Tally;

  /** @param log told when Redis goes and when it is back */
  constructor(config: Config, log: (line: string) => void) {
    const { rateLimits, registrationsAnHour } = config;
    this.#limits = rateLimits;
    this.#registrations = registrationsAnHour;
    this.#tallies = new Tallies(config, log);
    const requests = (tier: Tier): Tally => this.#tallies.tally(tier, rateLimits[tier], MINUTE_SECONDS);
    this.#requests = { anonymous: requests('anonymous'), free: requests('free'), company: requests('company') };
    this.#registered = this.#tallies.tally('register', registrationsAnHour, HOUR_SECONDS);
  }

  /** @throws while Redis does not answer */
  check(): Promise<void> {
    return this.#tallies.check();
  }

  start(): Promise<void> {
    return this.#tallies.start();
  }

  stop(): void {
    this.#tallies.stop();
  }

  /** Counts a request. A failed credential is counted as nobody's, for its address. */
  async count(principal: Principal, address: string): Promise<Standing> {
    const tier: Tier = principal.kind !== 'user' ? 'anonymous' : principal.company ? 'company' : 'free';
    const owner = ownerOf(principal, `network ${networkOf(address)}`);
    return { tier, limit: this.#limits[tier], ...(await this.#requests[tier](owner)) };
  }

  /**
   * Counts a registration of a network address: accounts are made by people, not by the thousand (ASVS 2.4.1).
   * @throws RATE_LIMITED when it was one too many
   */
  async countRegistration(address: string): Promise<void> {
    const { exceeded, resetSeconds } = await this.#registered(networkOf(address));
    if (!exceeded) return;
    const minutes = Math.ceil(resetSeconds / 60);
    throw fail(
      'RATE_LIMITED',
      `More than ${this.#registrations} accounts an hour from one network address. Try again in ${minutes} minutes.`,
      { metadata: { retryAfter: resetSeconds, limit: this.#registrations } },
    );
  }
}

/** `X-RateLimit-*` of a caller that was counted (A7, G24, R-226). */
export function setRateLimitHeaders(response: ServerResponse, { limit, remaining, resetSeconds }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', remaining);
  response.setHeader('X-RateLimit-Reset', resetSeconds);
}
