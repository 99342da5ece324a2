/**
 * Timeouts of calls on the bus, from their contracts, and the time after which every call has ended. Also the
 * options of a call by the gateway: between nodes its reads are retried.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../contracts/index.ts';

/** No request whose endpoint names no longer time lasts longer than ten seconds (R15). */
const DEFAULT_TIMEOUT_MS = 9_000;

/** A read between nodes is retried, so that a killed process costs no error (R1). */
const READ_ATTEMPT_TIMEOUT_MS = 3_000;
const READ_RETRIES = 2;

export const timeoutIn = ({ timeoutMs }: EndpointSpec): number => timeoutMs ?? DEFAULT_TIMEOUT_MS;

/** After this every call has ended. */
export const MAX_CALL_DURATION_MS =
  15_000 + Math.max(...Object.values<EndpointSpec>(endpoints).map(timeoutIn));

export const timeoutOf = (id: EndpointId): number => timeoutIn(endpoints[id]);

/** Options of a call by the gateway: between nodes reads are retried, writes are not. */
export function callOptionsFor(id: EndpointId, betweenNodes: boolean): { timeout: number; retries?: number } {
  const spec: EndpointSpec = endpoints[id];
  const isRead = spec.http?.startsWith('GET') === true && !spec.mutates;
  return betweenNodes && isRead
    ? { timeout: spec.timeoutMs ?? READ_ATTEMPT_TIMEOUT_MS, retries: READ_RETRIES }
    : { timeout: timeoutOf(id) };
}
