/**
 * Calls of service actions by the gateway, as the caller of a request: with typed parameters, or with raw
 * parameters that the service validates.
 */
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { IdempotencyKey } from '../../shared/contracts/idempotency-key.ts';
import type { EndpointId, EndpointMap } from '../../shared/contracts/index.ts';
import type { RateLimitStatus } from '../../shared/kernel/auth/rate-limit-status.ts';
import { callOptionsFor, isRead } from '../../shared/kernel/bus/call-timeouts.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { RequestTrace } from '../../shared/kernel/tracing/request-traces.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';

/** The caller, and the metadata that is sent with the parameters. */
export interface ServiceCallOptions {
  caller: SignedPrincipal;
  requestId: string;
  /** The trace that the call is part of. */
  trace?: RequestTrace | undefined;
  /** Set on a request that may be repeated. */
  idempotencyKey?: IdempotencyKey;
  /** ETags that the gateway or its client already has (`If-None-Match`); asks for a representation. */
  ifNoneMatch?: readonly string[];
  /** The ETags of `If-Match`, for a write. */
  ifMatch?: readonly string[];
  /** Identifies the request in `gateway.requestAbandoned`. */
  abortId?: string | undefined;
  /** The rest of the caller's rate limit, for whoami. */
  rateLimitStatus?: RateLimitStatus | undefined;
  /** The endpoint whose timeout applies, where the action produces only a part of its response. */
  timeoutOf?: EndpointId;
}

/** Calls an action with typed parameters. @throws the action's error, SERVICE_UNAVAILABLE */
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

function toBrokerOptions(
  { config }: Node,
  id: EndpointId,
  {
    caller,
    requestId,
    trace,
    idempotencyKey,
    ifNoneMatch,
    ifMatch,
    abortId,
    rateLimitStatus,
    timeoutOf = id,
  }: ServiceCallOptions,
) {
  return {
    meta: {
      principal: caller.token,
      ...(isRead(timeoutOf) ? { isRead: true } : {}),
      ...(idempotencyKey ? { idempotencyKey } : {}),
      ...(ifNoneMatch ? { ifNoneMatch } : {}),
      ...(ifMatch ? { ifMatch } : {}),
      ...(abortId ? { abortId } : {}),
      ...(trace ? { traceId: trace.traceId } : {}),
      ...(rateLimitStatus ? { rateLimitStatus } : {}),
    },
    requestID: requestId,
    ...(trace ? { parentSpan: trace.span } : {}),
    ...callOptionsFor(timeoutOf, config.natsUrl !== null),
  };
}
