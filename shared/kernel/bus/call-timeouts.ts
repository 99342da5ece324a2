/**
 * Timeouts of calls on the bus, from their contracts, and the time after which every call has ended. Also which
 * calls are reads: between nodes they are retried when no node works on them any more.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../contracts/index.ts';

/** No request whose endpoint names no longer time lasts longer than ten seconds. */
const DEFAULT_TIMEOUT_MS = 9_000;

/** A read between nodes is retried, so that a killed process costs no error. */
const READ_RETRIES = 2;

export const timeoutIn = ({ timeoutMs }: EndpointSpec): number => timeoutMs ?? DEFAULT_TIMEOUT_MS;

/** After this every call has ended. */
export const MAX_CALL_DURATION_MS =
  15_000 + Math.max(...Object.values<EndpointSpec>(endpoints).map(timeoutIn));

export const timeoutOf = (id: EndpointId): number => timeoutIn(endpoints[id]);

/** Whether a request of the endpoint changes nothing, with all its calls, so that it can be sent again. */
export function isRead(id: EndpointId): boolean {
  const { http, mutates }: EndpointSpec = endpoints[id];
  return http?.startsWith('GET') === true && !mutates;
}

/** Options of a call from outside: the time of all its attempts, and how often a failed one is repeated. */
export function callOptionsFor(id: EndpointId, betweenNodes: boolean): { timeout: number; retries: number } {
  return { timeout: timeoutOf(id), retries: betweenNodes && isRead(id) ? READ_RETRIES : 0 };
}
