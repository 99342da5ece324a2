/** What nodes listen to: the actions and events of their services. */
import type { Transporters } from 'moleculer';

export type Subscription = Transporters.NATS['subscriptions'][number];

/** A service as a node describes itself to the others. */
interface ServiceInfo {
  name?: string;
  actions?: object;
  events?: Record<string, { group?: string }>;
}

/** The subscriptions that a node shares with its replicas. One that is still wanted stays as it is, so that no request is lost. */
export class BalancedSubscriptions {
  readonly #active = new Map<string, Subscription>();

  /** @param wanted how each of them is made, by its name */
  sync(wanted: ReadonlyMap<string, () => Subscription>): void {
    for (const [name, subscription] of this.#active) {
      if (wanted.has(name)) continue;
      subscription.unsubscribe();
      this.#active.delete(name);
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
