/** The endpoints that a program calls on the bus, and the types of their parameters and results. */
import type { EndpointSpec, InputOf, ResultOf } from '../contracts/endpoint.ts';
import { isForTools } from '../contracts/endpoint-callers.ts';
import { sessionEndpoints } from '../contracts/identity/session.ts';
import { type actionsByService, type EndpointId, type EndpointMap, endpoints } from '../contracts/index.ts';
import { CallError } from './bus-error.ts';

/** Every action of a service. */
type ActionId = {
  [S in keyof typeof actionsByService]: keyof (typeof actionsByService)[S];
}[keyof typeof actionsByService];

/** The endpoints with a route and a JSON response. Those with files, and those that sign a browser in, are HTTP only. */
export type BusEndpointId = {
  [K in ActionId & EndpointId]: EndpointMap[K] extends
    | { readonly responseType: 'file' }
    | { readonly bodyEncoding: 'multipart' }
    | { readonly credential: 'ignored'; readonly mutates: true }
    ? never
    : EndpointMap[K] extends { readonly http: string }
      ? K
      : never;
}[ActionId & EndpointId];

/** The parameters of an endpoint as one flat object. */
export type BusParams<K extends BusEndpointId> = InputOf<EndpointMap[K]>;

/** The response body of an endpoint. */
export type BusResult<K extends BusEndpointId> = ResultOf<EndpointMap[K]>;

/** An endpoint that can be called on the bus. */
interface BusEndpoint {
  id: EndpointId;
  spec: EndpointSpec;
}

const isEndpointId = (id: string): id is EndpointId => Object.hasOwn(endpoints, id);

/**
 * The endpoint of an id from outside.
 * @throws CallError NOT_FOUND for an unknown or internal one and one that is only for HTTP, SESSION_REQUIRED,
 *   ENDPOINT_CLOSED
 */
export function requireBusEndpoint(id: string): BusEndpoint {
  if (!isEndpointId(id)) throw new CallError('NOT_FOUND', `There is no endpoint ${id}.`);
  const spec: EndpointSpec = endpoints[id];
  if (spec.closed) throw new CallError('ENDPOINT_CLOSED', spec.description ?? `${id} is closed.`);
  if (Object.hasOwn(sessionEndpoints, id))
    throw new CallError('SESSION_REQUIRED', `${id} is for browsers. Call ${spec.http}.`);
  if (spec.http === undefined) throw new CallError('NOT_FOUND', `There is no endpoint ${id}.`);
  if (!isForTools(spec))
    throw new CallError('NOT_FOUND', `${id} is only called over HTTP: call ${spec.http}.`);
  return { id, spec };
}
