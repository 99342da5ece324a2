/** List of the endpoints that have a route, closed ones included, without the internal actions. */
import type { EndpointSpec } from './endpoint.ts';
import { type EndpointId, endpoints } from './index.ts';

export interface PublishedEndpoint {
  id: EndpointId;
  spec: EndpointSpec;
}

/** Every endpoint with a method and path, closed ones too; internal actions have none. */
export const publishedEndpoints = (): PublishedEndpoint[] =>
  Object.entries<EndpointSpec>(endpoints).flatMap(([id, spec]) =>
    spec.http && isEndpointId(id) ? [{ id, spec }] : [],
  );

const isEndpointId = (id: string): id is EndpointId => Object.hasOwn(endpoints, id);
