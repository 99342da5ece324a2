/** Requests whose client has gone: what they still wait for on this node need not be done (A5). */
import { LRUCache } from 'lru-cache';
import type { EventMap } from '../contracts/events.ts';
import { LONGER_THAN_ANY_CALL_MS } from './bus/timeouts.ts';

type News = EventMap['gateway.requestAbandoned'];

export class Abandonments {
  readonly #exchanges = new LRUCache<string, AbortController>({ max: 10_000, ttl: LONGER_THAN_ANY_CALL_MS });

  /** Aborted when the client of this request has gone, also when that was heard before its call arrived. */
  signalOf(exchangeId: string): AbortSignal {
    return this.#controllerOf(exchangeId).signal;
  }

  /** The gateway has said that it has gone. */
  hear({ exchange_id }: News): void {
    this.#controllerOf(exchange_id).abort();
  }

  #controllerOf(exchangeId: string): AbortController {
    const controller = this.#exchanges.get(exchangeId) ?? new AbortController();
    this.#exchanges.set(exchangeId, controller);
    return controller;
  }
}
