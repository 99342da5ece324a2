/**
 * The NATS transporter with subscriptions that stay. Moleculer's own drops and renews all of them whenever a service of the node
 * changes, and a second after it has told the others of the service: a request published in such a gap is lost, and its caller waits
 * until the timeout. This one subscribes at once, once, and lets go only of what is gone (seen: 30 s at every start in split mode).
 */
import { Transporters } from 'moleculer';

type Subscription = Transporters.NATS['subscriptions'][number];

/** A service as this node describes itself to the others. */
interface LocalService {
  name?: string;
  actions?: object;
  events?: Record<string, { group?: string }>;
}

export class SteadyNats extends Transporters.NATS {
  readonly #kept = new Map<string, Subscription>();

  /** Called whenever the services of this node change; the others are told of them only afterwards. */
  override async makeBalancedSubscriptions(): Promise<void> {
    const wanted = this.#wanted();
    for (const [name, subscription] of this.#kept) {
      if (wanted.has(name)) continue;
      subscription.unsubscribe();
      this.#kept.delete(name);
    }
    for (const [name, subscribe] of wanted) {
      if (this.#kept.has(name)) continue;
      await subscribe();
      const made = this.subscriptions.at(-1);
      if (made) this.#kept.set(name, made);
    }
    // The server has taken them before anything sent later on this connection.
    await this.client?.flush();
  }

  #wanted(): Map<string, () => Promise<void>> {
    const wanted = new Map<string, () => Promise<void>>();
    for (const service of this.broker.getLocalNodeInfo().services) {
      const { name = '', actions = {}, events = {} }: LocalService = service;
      for (const action of Object.keys(actions)) wanted.set(`action ${action}`, () => this.subscribeBalancedRequest(action));
      for (const [event, { group = name }] of Object.entries(events)) {
        wanted.set(`event ${group} ${event}`, () => this.subscribeBalancedEvent(event, group));
      }
    }
    return wanted;
  }
}
