/**
 * Timeouts of calls on the bus, from their contracts, and the time after which every call has ended. Also which calls
 * are reads: they alone are repeated when their node is gone.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../contracts/index.ts';

/** Endpoints without `timeoutMs` answer within ten seconds: nine for the call, one around it. */
const DEFAULT_TIMEOUT_MS = 9_000;

/** A read between nodes is retried, so that a killed process costs no error. */
const READ_RETRIES = 2;

export const timeoutOfSpec = ({ timeoutMs }: EndpointSpec): number => timeoutMs ?? DEFAULT_TIMEOUT_MS;

/** For retries, and for what a service does around the call. */
const TIME_AROUND_CALLS_MS = 15_000;

/** Longer than any call lasts. */
export const MAX_CALL_DURATION_MS =
  TIME_AROUND_CALLS_MS + Math.max(...Object.values<EndpointSpec>(endpoints).map(timeoutOfSpec));

export const timeoutOf = (id: EndpointId): number => timeoutOfSpec(endpoints[id]);

/** Whether a request of the endpoint changes nothing, with all its calls, so that it can be sent again. */
export function isRead(id: EndpointId): boolean {
  const { http, mutates }: EndpointSpec = endpoints[id];
  return http?.startsWith('GET') === true && !mutates;
}

/** Options of a call from outside: the time of all its attempts, and how often a failed one is repeated. */
export function callOptionsFor(id: EndpointId, betweenNodes: boolean): { timeout: number; retries: number } {
  return { timeout: timeoutOf(id), retries: betweenNodes && isRead(id) ? READ_RETRIES : 0 };
}
