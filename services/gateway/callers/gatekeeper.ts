/**
 * Checks of HTTP and MCP requests at the gateway: authentication, rate limits, and the part of authorization that needs
 * no resource (kind of credential, permission, Origin of writes with a session). Also records the use of API keys and
 * refused permissions. Requests that fail authentication count against the rate limits too.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { hasErrorCode, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { authorize } from '../../../shared/kernel/service/implement-action.ts';
import type { KeyUsageQueue } from '../../../shared/kernel/service/key-usage-queue.ts';
import type { RefusalQueue } from '../../../shared/kernel/service/refusal-queue.ts';
import type { HttpContext } from '../http-context.ts';
import type { Authenticator, SignedPrincipal } from './authenticator.ts';
import { assertSameOrigin } from './origin-check.ts';
import { assertWithinLimit, type RateLimits, setRateLimitHeaders } from './rate-limits.ts';
import { recordKeyUsage, recordRefusal } from './request-reports.ts';

const ANONYMOUS: Principal = { kind: 'anonymous', channel: 'http' };

/** Where requests are reported to identity. */
interface Reports {
  keyUsage: KeyUsageQueue;
  refusals: RefusalQueue;
}

export class Gatekeeper {
  readonly #config: Config;
  readonly #authenticator: Authenticator;
  readonly #rateLimits: RateLimits;
  readonly #reports: Reports;

  constructor(config: Config, authenticator: Authenticator, rateLimits: RateLimits, reports: Reports) {
    this.#config = config;
    this.#authenticator = authenticator;
    this.#rateLimits = rateLimits;
    this.#reports = reports;
  }

  /**
   * Authenticates a request and counts it against the limit of its owner. @throws UNAUTHENTICATED,
   * RATE_LIMITED, MALFORMED_REQUEST, KEY_IN_QUERY
   */
  async authenticateAndCount(
    context: HttpContext,
    spec: EndpointSpec,
    search: URLSearchParams,
  ): Promise<SignedPrincipal> {
    const caller = await this.authenticate(context, spec, search);
    const { principal } = caller;
    context.principal = principal;
    if (!spec.rateLimitExempt) {
      const counted = await this.#rateLimits.countRequest(principal, context.clientIp);
      context.rateLimitStatus = counted;
      if (principal.kind === 'user') setRateLimitHeaders(context.response, counted);
      assertWithinLimit(counted);
    }
    // Requests beyond the limit are not logged: they would push out the useful rows.
    recordKeyUsage(this.#reports.keyUsage, context, principal);
    recordRefusal(this.#reports.refusals, context, principal);
    return caller;
  }

  /**
   * Checks kind of credential, permission and origin.
   * @throws SESSION_REQUIRED, PERMISSION_DENIED, CROSS_SITE_REQUEST
   */
  authorize({ request }: HttpContext, spec: EndpointSpec, { principal }: SignedPrincipal): void {
    authorize(spec, principal);
    const isSession = principal.kind === 'user' && principal.credential.type === 'session';
    if (isSession && spec.mutates) assertSameOrigin(this.#config, request, 'required');
  }

  /**
   * Authenticates without counting; a failed credential counts against its network. @throws UNAUTHENTICATED,
   * RATE_LIMITED, KEY_IN_QUERY
   */
  async authenticate(
    context: HttpContext,
    spec: EndpointSpec,
    search: URLSearchParams,
  ): Promise<SignedPrincipal> {
    try {
      return await this.#authenticator.authenticate(spec, context.request, search);
    } catch (error) {
      if (hasErrorCode(error, 'UNAUTHENTICATED')) await this.#countAnonymous(context);
      throw error;
    }
  }

  /**
   * Counts a request rejected before authentication: 404, 405, 410, an unknown page, a malformed request.
   * @returns the error to send: the rejection, or RATE_LIMITED
   */
  async countRejected(context: HttpContext, rejection: unknown): Promise<unknown> {
    const isCounted = context.principal !== undefined || context.rateLimitStatus !== undefined;
    if (isCounted || toErrorInfo(rejection).status >= 500) return rejection;
    return this.#countAnonymous(context).then(
      () => rejection,
      (exceeded: unknown) => exceeded,
    );
  }

  /** @throws RATE_LIMITED */
  async #countAnonymous(context: HttpContext): Promise<void> {
    const counted = await this.#rateLimits.countRequest(ANONYMOUS, context.clientIp);
    context.rateLimitStatus = counted;
    assertWithinLimit(counted);
  }
}
