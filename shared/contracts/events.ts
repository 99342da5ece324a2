/**
 * Types of the events on the bus and the service that sends each. Events are hints that may be lost
 * (architecture §5).
 */
import type { ServiceName } from './services.ts';

export interface EventMap {
  /**
   * Rights of an account have changed; a node that misses the event notices it within a second (A2, R-150).
   */
  'identity.principalChanged': { user_id: number };
  /**
   * The client of a request has disconnected, so its work may stop (hardening A5). The id is the gateway's
   * own, not `X-Request-Id`.
   */
  'gateway.requestAbandoned': { abort_id: string };
}

/** The sender of each event. */
export const eventSenders: Readonly<Record<keyof EventMap, ServiceName>> = {
  'identity.principalChanged': 'identity',
  'gateway.requestAbandoned': 'gateway',
};
