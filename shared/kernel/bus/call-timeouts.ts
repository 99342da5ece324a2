/** How long callers wait for an action. */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../contracts/index.ts';

const DEFAULT_TIMEOUT_MS = 15_000;

/** A read that a killed process took with it is asked again: it changes nothing, so twice is as good as once (R1). */
const READ_ATTEMPT_TIMEOUT_MS = 4_000;
const READ_RETRIES = 2;

export const timeoutIn = ({ timeoutMs }: EndpointSpec): number => timeoutMs ?? DEFAULT_TIMEOUT_MS;

/** By then every call has ended, with an answer or without. */
export const MAX_CALL_DURATION_MS = 15_000 + Math.max(...Object.values<EndpointSpec>(endpoints).map(timeoutIn));

/** How long a call to this action may take. */
export const timeoutOf = (id: EndpointId): number => timeoutIn(endpoints[id]);

/** How a caller waits for an endpoint: between nodes a read is tried again, everything else waits once. */
export function callOptionsFor(id: EndpointId, betweenNodes: boolean): { timeout: number; retries?: number } {
  const spec: EndpointSpec = endpoints[id];
  const isRead = spec.http?.startsWith('GET') === true && !spec.mutates;
  return betweenNodes && isRead ? { timeout: READ_ATTEMPT_TIMEOUT_MS, retries: READ_RETRIES } : { timeout: timeoutOf(id) };
}
