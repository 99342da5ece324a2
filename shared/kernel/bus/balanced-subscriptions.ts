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

/**
 * The subscriptions in queue groups that a node shares with its replicas. A change keeps the unchanged ones,
 * so that no request is lost.
 */
export class BalancedSubscriptions {
  readonly #active = new Map<string, Subscription>();

  /** @param wanted creates each subscription, by name */
  sync(wanted: ReadonlyMap<string, () => Subscription>): void {
    for (const [name, subscription] of this.#active) {
      if (wanted.has(name)) continue;
      this.#active.delete(name);
      // Requests that are on their way are still served; `unsubscribe` would drop them. A closed connection has none.
      void subscription.drain().catch(() => undefined);
    }
    for (const [name, subscribe] of wanted) if (!this.#active.has(name)) this.#active.set(name, subscribe());
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
