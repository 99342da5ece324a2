/** Requests whose client has gone: what they still wait for on this node need not be done (A5). */
import { LRUCache } from 'lru-cache';
import type { EventMap } from '../../contracts/events.ts';
import { MAX_CALL_DURATION_MS } from '../bus/call-timeouts.ts';

type RequestAbandonedEvent = EventMap['gateway.requestAbandoned'];

export class AbortedRequests {
  readonly #controllers = new LRUCache<string, AbortController>({ max: 10_000, ttl: MAX_CALL_DURATION_MS });

  /** Aborted when the client of this request has gone, also when that was heard before its call arrived. */
  signalFor(exchangeId: string): AbortSignal {
    return this.#controllerFor(exchangeId).signal;
  }

  /** The gateway has said that it has gone. */
  abort({ exchange_id }: RequestAbandonedEvent): void {
    this.#controllerFor(exchange_id).abort();
  }

  #controllerFor(exchangeId: string): AbortController {
    const controller = this.#controllers.get(exchangeId) ?? new AbortController();
    this.#controllers.set(exchangeId, controller);
    return controller;
  }
}
