/**
 * NATS subscriptions in queue groups for the actions and events of the services on a node, for
 * `reliable-nats.ts`. When the services change, single subscriptions are added and removed and the others are
 * kept.
 */
import type { Transporters } from 'moleculer';

export type Subscription = Transporters.NATS['subscriptions'][number];

/** A service in the description that a node publishes of itself. */
interface ServiceInfo {
  name?: string;
  actions?: object;
  events?: Record<string, { group?: string }>;
}

/** Until a subscription that the server refuses is asked for again. */
const RETRY_INTERVAL_MS = 2_000;

/**
 * The subscriptions in queue groups that a node shares with its replicas. A change keeps the unchanged ones,
 * so that no request is lost. Refused ones are repeated: the servers of NATS learn new permissions while nodes run.
 */
export class BalancedSubscriptions {
  readonly #active = new Map<string, Subscription>();
  #wanted: ReadonlyMap<string, () => Subscription> = new Map();
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#retryRefused(), RETRY_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Names of those that the server refuses; the client closes and forgets them. */
  refused(): string[] {
    return [...this.#active].flatMap(([name, subscription]) => (subscription.isClosed() ? [name] : []));
  }

  /** @param wanted creates each subscription, by name */
  sync(wanted: ReadonlyMap<string, () => Subscription>): void {
    this.#wanted = wanted;
    for (const [name, subscription] of this.#active) {
      if (wanted.has(name)) continue;
      this.#active.delete(name);
      // Requests that are on their way are still served; `unsubscribe` would drop them. A closed connection has none.
      void subscription.drain().catch(() => undefined);
    }
    for (const [name, subscribe] of wanted) if (!this.#active.has(name)) this.#active.set(name, subscribe());
  }

  #retryRefused(): void {
    try {
      for (const name of this.refused()) {
        const subscribe = this.#wanted.get(name);
        if (subscribe) this.#active.set(name, subscribe());
      }
    } catch {
      // A closed connection takes none.
    }
  }
}

/** The actions and events of these services. */
export function subscriptionsOf(services: readonly ServiceInfo[]): {
  actions: string[];
  events: { event: string; group: string }[];
} {
  return {
    actions: services.flatMap(({ actions = {} }) => Object.keys(actions)),
    events: services.flatMap(({ name = '', events = {} }) =>
      Object.entries(events).map(([event, { group = name }]) => ({ event, group })),
    ),
  };
}
