/**
 * Abort signals of this node by request: the event `gateway.requestAbandoned`, sent when the client has
 * disconnected, aborts them.
 */
import { LRUCache } from 'lru-cache';
import type { EventMap } from '../../contracts/events.ts';
import { MAX_CALL_DURATION_MS } from '../bus/call-timeouts.ts';

type RequestAbandonedEvent = EventMap['gateway.requestAbandoned'];

export class AbortedRequests {
  readonly #controllers = new LRUCache<string, AbortController>({ max: 10_000, ttl: MAX_CALL_DURATION_MS });

  /** Aborted also when the event arrives before the call. */
  signalFor(requestId: string): AbortSignal {
    return this.#controllerFor(requestId).signal;
  }

  abort({ abort_id }: RequestAbandonedEvent): void {
    this.#controllerFor(abort_id).abort();
  }

  #controllerFor(requestId: string): AbortController {
    const controller = this.#controllers.get(requestId) ?? new AbortController();
    this.#controllers.set(requestId, controller);
    return controller;
  }
}
