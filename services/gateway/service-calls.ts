/** How the gateway asks a service for the answer to a request: one call, as its caller, with what the request brings along. */
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../shared/contracts/index.ts';
import { callOptionsFor } from '../../shared/kernel/bus/call-timeouts.ts';
import type { IdempotencyKey } from '../../shared/kernel/idempotency/store.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';

/** For whom it asks, and what travels beside the parameters. */
export interface ServiceCallOptions {
  caller: SignedPrincipal;
  requestId: string;
  /** What makes the request one that may be sent again. */
  idempotencyKey?: IdempotencyKey;
  /** For a result that is to be a representation: the tags of those that are known already. */
  ifNoneMatch?: readonly string[];
  /** The tags of `If-Match`, for a write. */
  ifMatch?: readonly string[];
  /** The request whose client may leave before the answer, for work that then need not be done (A5). */
  abortId?: string | undefined;
  /** The endpoint whose patience it asks with, where the action is only a part of its answer. */
  timeoutOf?: EndpointId;
}

/** Asks with parameters of the action's own types. @throws what the action refuses with, SERVICE_UNAVAILABLE */
export function callAction<K extends EndpointId>(
  node: Node,
  id: K,
  params: InputOf<EndpointMap[K]>,
  asked: ServiceCallOptions,
): Promise<ResultOf<EndpointMap[K]>> {
  return node.broker.call<ResultOf<EndpointMap[K]>, InputOf<EndpointMap[K]>>(id, params, callingOptions(node, id, asked));
}

/** Asks with parameters as they were sent, which the service reads. @throws like `ask` */
export function callWithRawParams(
  node: Node,
  id: EndpointId,
  params: Record<string, unknown>,
  asked: ServiceCallOptions,
): Promise<unknown> {
  return node.broker.call<unknown, Record<string, unknown>>(id, params, callingOptions(node, id, asked));
}

function callingOptions(
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
