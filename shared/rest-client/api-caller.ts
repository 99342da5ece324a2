/**
 * Type of a typed call to an endpoint by its name in the contract, over any transport: REST, MCP tools, or
 * the bus.
 */
import type { EndpointParams, EndpointResult, FileEndpointId, RestEndpointId } from './endpoint-types.ts';

/** Parameters of a call; they may be omitted when none is required. */
export type CallArgs<K extends RestEndpointId> =
  Record<never, never> extends EndpointParams<K> ? [params?: EndpointParams<K>] : [params: EndpointParams<K>];

/** The same, with options of the transport after them. */
export type CallArgsWith<K extends RestEndpointId | FileEndpointId, O> =
  Record<never, never> extends EndpointParams<K>
    ? [params?: EndpointParams<K>, options?: O]
    : [params: EndpointParams<K>, options?: O];

export interface ApiCaller {
  /** @throws Error when it is refused */
  call<K extends RestEndpointId>(id: K, ...args: CallArgs<K>): Promise<EndpointResult<K>>;
}
