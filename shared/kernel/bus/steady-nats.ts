/**
 * The NATS transporter of split mode, with two things Moleculer's own lacks:
 * - Subscriptions that stay. Moleculer drops and renews all of them whenever a service of the node changes, a second after it has told
 *   the others of the service; a request published in such a gap is lost, and its caller waits until the timeout (seen: 30 s).
 * - A request nobody listens to fails at once. NATS says so ("no responders") to a message that names where to answer.
 */
import { randomBytes } from 'node:crypto';
import { Errors, Transporters } from 'moleculer';
import { fail } from '../errors.ts';

type Subscription = Transporters.NATS['subscriptions'][number];

/** A service as this node describes itself to the others. */
interface LocalService {
  name?: string;
  actions?: object;
  events?: Record<string, { group?: string }>;
}

/** What Moleculer says of a packet it sends to any node that has the action. */
interface Sending {
  balanced?: boolean;
  packet?: { type?: unknown; target?: unknown; payload?: { id?: unknown } };
}

interface StatusMessage {
  subject: string;
  headers?: { code: number };
}

const NO_RESPONDERS = 503;

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'MAX_PAYLOAD_EXCEEDED';

export class SteadyNats extends Transporters.NATS {
  readonly #kept = new Map<string, Subscription>();
  readonly #inbox: string;

  /** @param user the NATS user, whose inboxes nobody else hears */
  constructor(user: string, options: Transporters.NATS['opts']) {
    super(options);
    this.#inbox = `_INBOX.${user}.${randomBytes(12).toString('hex')}`;
  }

  override async connect(): Promise<void> {
    await super.connect();
    this.client.subscribe(`${this.#inbox}.*`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code === NO_RESPONDERS) this.#failRequest(subject.slice(this.#inbox.length + 1));
      },
    });
  }

  override async send(topic: string, data: Buffer, sending: Sending = {}): Promise<void> {
    const id = sending.balanced ? sending.packet?.payload?.id : undefined;
    const options = typeof id === 'string' && this.transit.pendingRequests.has(id) ? { reply: `${this.#inbox}.${id}` } : {};
    try {
      this.client?.publish(topic, data, options);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      this.#answerTooLarge(sending);
      throw fail(
        'PAYLOAD_TOO_LARGE',
        'This is more than one message between the parts of the service may carry. Ask for less at once.',
      );
    }
  }

  /** The caller of an answer that does not fit is told so, instead of waiting for it until the timeout. */
  #answerTooLarge({ packet }: Sending): void {
    const id = packet?.payload?.id;
    if (packet?.type !== 'RES' || typeof packet.target !== 'string' || typeof id !== 'string') return;
    const error = fail(
      'PAYLOAD_TOO_LARGE',
      'The answer is more than one message between the parts of the service may carry. Ask for less at once.',
    );
    void this.transit.sendResponse(packet.target, id, {}, {}, {}, error);
  }

  #failRequest(id: string): void {
    const request = this.transit.pendingRequests.get(id);
    if (!request) return;
    this.transit.removePendingRequest(id);
    request.reject(new Errors.ServiceNotAvailableError({ action: request.action }));
  }

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
