/** Requests whose client has gone: what they still wait for on this node need not be done (A5). */
import { LRUCache } from 'lru-cache';
import type { EventMap } from '../contracts/events.ts';
import { LONGER_THAN_ANY_CALL_MS } from './bus/timeouts.ts';

type Request = EventMap['gateway.requestAbandoned'];

/** The id of a request is its sender's choice; nobody else's requests are ended by it. */
const nameOf = ({ request_id, user_id }: Request): string => `${user_id} ${request_id}`;

export class Abandonments {
  readonly #waiting = new LRUCache<string, AbortController>({ max: 1_000, ttl: LONGER_THAN_ANY_CALL_MS });

  /** Aborted when the client of this request has gone. */
  signalOf(request: Request): AbortSignal {
    const name = nameOf(request);
    const controller = this.#waiting.get(name) ?? new AbortController();
    this.#waiting.set(name, controller);
    return controller.signal;
  }

  /** The gateway has said that it has gone. */
  hear(request: Request): void {
    const name = nameOf(request);
    this.#waiting.get(name)?.abort();
    this.#waiting.delete(name);
  }
}
