/** Events on the bus: hints only, never the only copy of anything (architecture §5). */
import type { ServiceName } from './services.ts';

/** What each carries. */
export interface EventMap {
  /** What an account may do has changed; a node that misses it asks again within a second (A2, R-150). */
  'identity.principalChanged': { user_id: number };
  /** The client of a request has gone; whoever misses it does what nobody reads (hardening A5). The id is the gateway's own, not `X-Request-Id`. */
  'gateway.requestAbandoned': { exchange_id: string };
}

/** Who sends each. */
export const eventSenders: Readonly<Record<keyof EventMap, ServiceName>> = {
  'identity.principalChanged': 'identity',
  'gateway.requestAbandoned': 'gateway',
};
