/** Calls of the gateway to the services, on behalf of the caller of a request. */
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../shared/contracts/index.ts';
import { callOptionsFor } from '../../shared/kernel/bus/call-timeouts.ts';
import type { IdempotencyKey } from '../../shared/kernel/idempotency/store.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';
import { presentRateLimit, type RateLimitStatus } from './callers/rate-limits.ts';

/** The caller, and what travels beside the parameters. */
export interface ServiceCallOptions {
  caller: SignedPrincipal;
  requestId: string;
  /** Set on a request that may be repeated. */
  idempotencyKey?: IdempotencyKey;
  /** Asks for a representation: the tags of those the gateway or its client has. */
  ifNoneMatch?: readonly string[];
  /** The tags of `If-Match`, for a write. */
  ifMatch?: readonly string[];
  /** Identifies the request in `gateway.requestAbandoned` (A5). */
  abortId?: string | undefined;
  /** The endpoint whose timeout applies, where the action produces only a part of its response. */
  timeoutOf?: EndpointId;
}

/** Calls an action with parameters of its types. @throws what the action refuses with, SERVICE_UNAVAILABLE */
export function callAction<K extends EndpointId>(
  node: Node,
  id: K,
  params: InputOf<EndpointMap[K]>,
  options: ServiceCallOptions,
): Promise<ResultOf<EndpointMap[K]>> {
  return node.broker.call<ResultOf<EndpointMap[K]>, InputOf<EndpointMap[K]>>(
    id,
    params,
    toBrokerOptions(node, id, options),
  );
}

/**
 * Calls an action with parameters as they were sent; the service validates them. @throws like `callAction`
 */
export function callWithRawParams(
  node: Node,
  id: EndpointId,
  params: Record<string, unknown>,
  options: ServiceCallOptions,
): Promise<unknown> {
  return node.broker.call<unknown, Record<string, unknown>>(id, params, toBrokerOptions(node, id, options));
}

/**
 * Calls an endpoint whose result is sent as JSON. Into whoami it writes what only the gateway knows: the rate
 * limit (A6).
 * @throws like `callAction`
 */
export async function callEndpoint(
  node: Node,
  id: EndpointId,
  params: Record<string, unknown>,
  { rateLimitStatus, ...options }: ServiceCallOptions & { rateLimitStatus: RateLimitStatus | undefined },
): Promise<unknown> {
  const result = await callWithRawParams(node, id, params, options);
  return id === 'discovery.whoami' && rateLimitStatus
    ? { ...Object(result), rate_limit: presentRateLimit(rateLimitStatus) }
    : result;
}

function toBrokerOptions(
  { config }: Node,
  id: EndpointId,
  { caller, requestId, idempotencyKey, ifNoneMatch, ifMatch, abortId, timeoutOf = id }: ServiceCallOptions,
) {
  return {
    meta: {
      principal: caller.token,
      ...(idempotencyKey ? { idempotencyKey } : {}),
      ...(ifNoneMatch ? { ifNoneMatch } : {}),
      ...(ifMatch ? { ifMatch } : {}),
      ...(abortId ? { abortId } : {}),
    },
    requestID: requestId,
    ...callOptionsFor(timeoutOf, config.natsUrl !== null),
  };
}
