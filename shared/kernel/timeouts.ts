/** How long callers wait for an action. */
import type { EndpointSpec } from '../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../contracts/index.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

/** How long a call to this action may take. */
export function timeoutOf(id: EndpointId): number {
  const spec: EndpointSpec = endpoints[id];
  return spec.timeoutMs ?? DEFAULT_TIMEOUT_MS;
}
