/** How the gateway asks a service for the answer to a request: one call, as its caller, with what the request brings along. */
import type { Input, Result } from '../../shared/contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../shared/contracts/index.ts';
import { waitingFor } from '../../shared/kernel/bus/timeouts.ts';
import type { Repeatable } from '../../shared/kernel/idempotency/first-answers.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { SignedPrincipal } from './callers/credentials.ts';

/** For whom it asks, and what travels beside the parameters. */
export interface Asked {
  caller: SignedPrincipal;
  requestId: string;
  /** What makes the request one that may be sent again. */
  repeatable?: Repeatable;
  /** For a result that is to be a representation: the tags of those that are known already. */
  known?: readonly string[];
  /** The tags of `If-Match`, for a write. */
  ifMatch?: readonly string[];
  /** The request whose client may leave before the answer, for work that then need not be done (A5). */
  exchange?: string | undefined;
  /** The endpoint whose patience it asks with, where the action is only a part of its answer. */
  waitingAs?: EndpointId;
}

/** Asks with parameters of the action's own types. @throws what the action refuses with, SERVICE_UNAVAILABLE */
export function ask<K extends EndpointId>(
  node: Node,
  id: K,
  params: Input<EndpointMap[K]>,
  asked: Asked,
): Promise<Result<EndpointMap[K]>> {
  return node.broker.call<Result<EndpointMap[K]>, Input<EndpointMap[K]>>(id, params, optionsOf(node, id, asked));
}

/** Asks with parameters as they were sent, which the service reads. @throws like `ask` */
export function askAsSent(node: Node, id: EndpointId, params: Record<string, unknown>, asked: Asked): Promise<unknown> {
  return node.broker.call<unknown, Record<string, unknown>>(id, params, optionsOf(node, id, asked));
}

function optionsOf(
  { config }: Node,
  id: EndpointId,
  { caller, requestId, repeatable, known, ifMatch, exchange, waitingAs = id }: Asked,
) {
  return {
    meta: {
      principal: caller.token,
      ...(repeatable ? { repeatable } : {}),
      ...(known ? { known } : {}),
      ...(ifMatch ? { ifMatch } : {}),
      ...(exchange ? { exchange } : {}),
    },
    requestID: requestId,
    ...waitingFor(waitingAs, config.natsUrl !== null),
  };
}
