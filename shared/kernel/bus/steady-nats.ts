/**
 * The NATS transporter of split mode, with what Moleculer's own lacks:
 * - Subscriptions that stay. Moleculer drops and renews all of them whenever a service of the node changes, a second after it has told
 *   the others of the service; a request published in such a gap is lost, and its caller waits until the timeout (seen: 30 s).
 * - A request nobody listens to fails at once. NATS says so ("no responders") to a message that names where to answer.
 * - Nobody speaks as somebody else: the sender's NATS user stands in the subject, and a message that names a node of another is dropped, as
 *   is whatever is no message. What another node has written never becomes part of a subject unseen (H31).
 */
import { randomBytes } from 'node:crypto';
import { Errors, Transporters } from 'moleculer';
import { fail } from '../errors.ts';
import { packMessage, unpackMessage } from './packed-messages.ts';
import { heardSubject, isNodeOf, isSubject, PRESENCE, senderOfSubject, sentSubject } from './subjects.ts';

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

interface Message {
  subject: string;
  data: Uint8Array;
}

interface StatusMessage {
  subject: string;
  headers?: { code: number };
}

const NO_RESPONDERS = 503;
/** As large as the largest body (G18): less, and what may be sent cannot pass. */
const MAX_PAYLOAD = 8 * 1024 * 1024;

const isPresence = (kind: string): boolean => PRESENCE.some((known) => known === kind);

type AnyPacket = Parameters<Transporters.NATS['serialize']>[0];

/** An answer brings no meta: Moleculer would write it over that of the caller, who sends the request again with it. */
function withoutMeta({ payload }: AnyPacket): void {
  payload.meta = {};
}

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'MAX_PAYLOAD_EXCEEDED';

export class SteadyNats extends Transporters.NATS {
  readonly #user: string;
  readonly #kept = new Map<string, Subscription>();
  readonly #inbox: string;

  /** @param user the NATS user, whose inboxes nobody else hears */
  constructor(user: string, options: Transporters.NATS['opts']) {
    super(options);
    this.#user = user;
    this.#inbox = `_INBOX.${user}.${randomBytes(12).toString('hex')}`;
  }

  override async connect(): Promise<void> {
    await super.connect();
    const { max_payload = 0 } = this.client.info ?? {};
    if (max_payload < MAX_PAYLOAD) {
      this.logger.warn(
        `The NATS server of NATS_URL takes messages of ${max_payload} bytes; large documents need max_payload: 8MB.`,
      );
    }
    void this.#tellRefusals();
    this.client.subscribe(`${this.#inbox}.*`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code === NO_RESPONDERS) this.#failRequest(subject.slice(this.#inbox.length + 1));
      },
    });
  }

  /** @throws while the NATS server does not answer */
  async check(): Promise<void> {
    await this.client.rtt();
  }

  override subscribe(kind: string, nodeId?: string): Promise<void> {
    this.#listen(kind, heardSubject(this.prefix, kind, nodeId));
    return Promise.resolve();
  }

  override subscribeBalancedRequest(action: string): Promise<void> {
    this.subscriptions.push(this.#listen('REQ', heardSubject(this.prefix, 'REQB', action), action));
    return Promise.resolve();
  }

  override subscribeBalancedEvent(event: string, group: string): Promise<void> {
    this.subscriptions.push(this.#listen('EVENT', heardSubject(this.prefix, 'EVENTB', `${group}.${event}`), group));
    return Promise.resolve();
  }

  #listen(kind: string, subject: string, queue?: string): Subscription {
    const callback = (error: unknown, message: Message): void => {
      // A refused subscription is told by the connection too.
      if (!error && message.data.length > 0) this.#take(kind, message);
    };
    return this.client.subscribe(subject, queue === undefined ? { callback } : { queue, callback });
  }

  /** One message; whatever is wrong with it, the next one is heard. */
  async #take(kind: string, { subject, data }: Message): Promise<void> {
    const user = senderOfSubject(this.prefix, subject);
    try {
      const packet = this.deserialize(kind, await unpackMessage(Buffer.from(data)));
      const { sender } = packet.payload;
      // A node hears its own presence too; whoever else bears its id wants to stop it.
      if (sender === this.nodeID && isPresence(kind)) return;
      if (!isNodeOf(user, sender)) throw new Error('its sender is no node of that user');
      if (kind === 'RES') withoutMeta(packet);
      await this.transit.messageHandler(kind, packet);
    } catch (error) {
      this.logger.warn(`What ${user} sent on ${subject} is no message: ${error instanceof Error ? error.message : error}`);
    }
  }

  override serialize(packet: AnyPacket): Buffer {
    if (packet.type === 'RES') withoutMeta(packet);
    return super.serialize(packet);
  }

  override async send(topic: string, data: Buffer, sending: Sending = {}): Promise<void> {
    // Whom an answer is for was written by whoever asked.
    if (!isSubject(topic)) {
      this.logger.warn(`Nothing is sent to ${JSON.stringify(topic.slice(0, 100))}: that is no subject.`);
      return;
    }
    const id = sending.balanced ? sending.packet?.payload?.id : undefined;
    const options = typeof id === 'string' && this.transit.pendingRequests.has(id) ? { reply: `${this.#inbox}.${id}` } : {};
    const packed = await packMessage(data);
    try {
      this.client?.publish(sentSubject(this.prefix, topic, this.#user), packed, options);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      this.#answerTooLarge(sending);
      throw fail(
        'PAYLOAD_TOO_LARGE',
        'This is more than one message between the parts of the service may carry. Send or ask for less at once.',
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

  /** What the server does not let this node do: its user lacks a permission (`npm run nats-users`). */
  async #tellRefusals(): Promise<void> {
    for await (const { type, permissionContext } of this.client.status()) {
      if (type !== 'error' || !permissionContext) continue;
      const { operation, subject } = permissionContext;
      this.logger.warn(`The NATS user ${this.#user} may not ${operation} ${subject}: see npm run nats-users.`);
    }
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
