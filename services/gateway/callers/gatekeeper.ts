/** Who sends a request, counted against the limit of its owner, and whether it may go on: the same for HTTP and MCP. */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import type { Config } from '../../../shared/kernel/config.ts';
import { hasCode, readError } from '../../../shared/kernel/errors.ts';
import { admit } from '../../../shared/kernel/implement.ts';
import type { Exchange } from '../exchange.ts';
import type { Credentials, SignedPrincipal } from './credentials.ts';
import type { KeyUsage } from './key-usage.ts';
import { refuseForeignOrigin } from './origin.ts';
import { type RateLimits, refuseExceeded, setRateLimitHeaders } from './rate-limits.ts';

const NOBODY: Principal = { kind: 'anonymous', channel: 'http' };

export class Gatekeeper {
  readonly #config: Config;
  readonly #credentials: Credentials;
  readonly #limits: RateLimits;
  readonly #usage: KeyUsage;

  constructor(config: Config, credentials: Credentials, limits: RateLimits, usage: KeyUsage) {
    this.#config = config;
    this.#credentials = credentials;
    this.#limits = limits;
    this.#usage = usage;
  }

  /** Credential and limit. @throws UNAUTHENTICATED, RATE_LIMITED, MALFORMED_REQUEST, KEY_IN_QUERY */
  async identify(exchange: Exchange, spec: EndpointSpec, search: URLSearchParams): Promise<SignedPrincipal> {
    const caller = await this.judge(exchange, spec, search);
    const { principal } = caller;
    exchange.principal = principal;
    if (!spec.uncounted) {
      exchange.standing = await this.#limits.count(principal, exchange.address);
      if (principal.kind === 'user') setRateLimitHeaders(exchange.response, exchange.standing);
      refuseExceeded(exchange.standing);
    }
    // What is beyond the limit stays out of the log: it would push out what is worth knowing.
    this.#usage.note(exchange, principal);
    return caller;
  }

  /** Tier and permission. @throws SESSION_REQUIRED, PERMISSION_DENIED, CROSS_SITE_REQUEST */
  authorize({ request }: Exchange, spec: EndpointSpec, { principal }: SignedPrincipal): void {
    admit(spec, principal);
    const bySession = principal.kind === 'user' && principal.credential.type === 'session';
    if (bySession && spec.mutates) refuseForeignOrigin(this.#config, request, 'required');
  }

  /** Only who calls; a failed credential counts against its address. @throws UNAUTHENTICATED, RATE_LIMITED, KEY_IN_QUERY */
  async judge(exchange: Exchange, spec: EndpointSpec, search: URLSearchParams): Promise<SignedPrincipal> {
    try {
      return await this.#credentials.judge(spec, exchange.request, search);
    } catch (error) {
      if (hasCode(error, 'UNAUTHENTICATED')) await this.#countNobody(exchange);
      throw error;
    }
  }

  /**
   * Counts a request that was refused before anybody looked at its credential: 404, 405, 410, an unknown page, a malformed request (X3).
   * @returns what to answer: the refusal, or RATE_LIMITED when it was one too many
   */
  async countRefusal(exchange: Exchange, refusal: unknown): Promise<unknown> {
    const isCounted = exchange.principal !== undefined || exchange.standing !== undefined;
    if (isCounted || readError(refusal).status >= 500) return refusal;
    return this.#countNobody(exchange).then(
      () => refusal,
      (exceeded: unknown) => exceeded,
    );
  }

  /** @throws RATE_LIMITED */
  async #countNobody(exchange: Exchange): Promise<void> {
    exchange.standing = await this.#limits.count(NOBODY, exchange.address);
    refuseExceeded(exchange.standing);
  }
}
