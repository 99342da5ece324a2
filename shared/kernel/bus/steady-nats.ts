/**
 * The NATS transporter of split mode, with what Moleculer's own lacks:
 * - Subscriptions that stay. Moleculer drops and renews all of them whenever a service of the node changes, a second after it has told
 *   the others of the service; a request published in such a gap is lost, and its caller waits until the timeout (seen: 30 s).
 * - A request nobody listens to fails at once. NATS says so ("no responders") to a message that names where to answer.
 * - A request that was lost with the process that took it fails within seconds (`lost-calls.ts`).
 * - Nobody speaks as somebody else: the sender's NATS user stands in the subject, and a message that names a node of another is dropped, as
 *   is whatever is no message. What another node has written never becomes part of a subject unseen (H31).
 */
import { randomBytes } from 'node:crypto';
import { Errors, Transporters } from 'moleculer';
import { fail } from '../errors.ts';
import { BalancedSubscriptions, listenedBy, type Subscription } from './listening.ts';
import { CallsUnderWay, LostCalls } from './lost-calls.ts';
import { packMessage, unpackMessage } from './packed-messages.ts';
import { heardSubject, isNodeOf, isSubject, PRESENCE, senderOfSubject, sentSubject } from './subjects.ts';

/** What Moleculer says of a packet it sends to any node that has the action. */
interface Sending {
  balanced?: boolean;
  packet?: { type?: unknown; target?: unknown; payload?: { id?: unknown } };
}

interface Message {
  subject: string;
  data: Uint8Array;
  reply?: string;
}

interface StatusMessage {
  subject: string;
  headers?: { code: number };
}

const NO_RESPONDERS = 503;
/** Where the server says that nobody listens for a node. */
const NODE = 'node';
/** As large as the largest body (G18): less, and what may be sent cannot pass. */
const MAX_PAYLOAD = 8 * 1024 * 1024;

const isPresence = (kind: string): boolean => PRESENCE.some((known) => known === kind);

type AnyPacket = Parameters<Transporters.NATS['serialize']>[0];

/** An answer brings no meta: Moleculer would write it over that of the caller, who sends the request again with it. */
function withoutMeta({ payload }: AnyPacket): void {
  payload.meta = {};
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'MAX_PAYLOAD_EXCEEDED';

export class SteadyNats extends Transporters.NATS {
  readonly #user: string;
  readonly #balanced = new BalancedSubscriptions();
  readonly #inbox: string;
  readonly #underWay = new CallsUnderWay();
  readonly #lost = new LostCalls({
    isPending: (id) => this.transit.pendingRequests.has(id),
    nodes: () => this.broker.registry.nodes.toArray().map(({ id }) => id),
    ask: (node, ids) => this.#askUnderWay(node, ids),
    arrived: async () => void (await Promise.all(this.#arriving)),
    fail: (id) => this.#failRequest(id, (action) => new Errors.RequestRejectedError({ action, nodeID: 'gone' })),
  });
  /** Answers that have come and are being read. */
  readonly #arriving = new Set<Promise<void>>();

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
    void this.#watchConnection();
    this.client.subscribe(`${this.#inbox}.*`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code !== NO_RESPONDERS) return;
        this.#failRequest(subject.slice(this.#inbox.length + 1), (action) => new Errors.ServiceNotAvailableError({ action }));
      },
    });
    const nodes = `${this.#inbox}.${NODE}.`;
    this.client.subscribe(`${nodes}>`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code === NO_RESPONDERS) this.#lost.missed(subject.slice(nodes.length));
      },
    });
    this.#lost.start();
  }

  override disconnect(): Promise<void> {
    this.#lost.stop();
    return super.disconnect();
  }

  /** @throws while the NATS server does not answer */
  async check(): Promise<void> {
    await this.client.rtt();
  }

  override subscribe(kind: string, nodeId?: string): Promise<void> {
    this.#listen(kind, heardSubject(this.prefix, kind, nodeId));
    return Promise.resolve();
  }

  #listen(kind: string, subject: string, queue?: string): Subscription {
    const callback = (error: unknown, message: Message): void => {
      // A refused subscription is told by the connection too.
      if (error || message.data.length === 0) return;
      if (kind === 'REQ' && message.reply) {
        // Counted before anything that comes later is read: whoever asks about it asks after it.
        void this.#underWay.during(message.reply.slice(message.reply.lastIndexOf('.') + 1), () => this.#take(kind, message));
      } else if (kind === 'RES') this.#arrive(this.#take(kind, message));
      else void this.#take(kind, message);
    };
    return this.client.subscribe(subject, queue === undefined ? { callback } : { queue, callback });
  }

  #arrive(reading: Promise<void>): void {
    this.#arriving.add(reading);
    void reading.then(() => this.#arriving.delete(reading));
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
      this.#lost.heard(sender);
      if (kind === 'RES') withoutMeta(packet);
      if (kind === 'PING' && isTexts(packet.payload.calls)) return await this.#answerUnderWay(sender, packet.payload.calls);
      if (kind === 'PONG' && isTexts(packet.payload.calls) && isTexts(packet.payload.underWay)) {
        return this.#lost.answered(sender, packet.payload.calls, packet.payload.underWay);
      }
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
    const isRequest = typeof id === 'string' && this.transit.pendingRequests.has(id);
    const packed = await packMessage(data);
    try {
      this.client?.publish(
        sentSubject(this.prefix, topic, this.#user),
        packed,
        isRequest ? { reply: `${this.#inbox}.${id}` } : {},
      );
      if (isRequest) this.#lost.sent(id);
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

  /** Asks a node which calls it works on, in a message that tells whether anybody listens for it. */
  #askUnderWay(node: string, calls: string[]): void {
    if (node === this.nodeID) this.#lost.answered(node, calls, this.#underWay.of(calls));
    // Whatever becomes of it, the next round asks again.
    else void this.#tell('PING', node, { calls }, { reply: `${this.#inbox}.${NODE}.${node}` }).catch(() => undefined);
  }

  #answerUnderWay(node: string, calls: string[]): Promise<void> {
    return this.#tell('PONG', node, { calls, underWay: this.#underWay.of(calls) });
  }

  async #tell(kind: 'PING' | 'PONG', node: string, payload: object, options: { reply?: string } = {}): Promise<void> {
    const data = this.serialize({ type: kind, target: node, payload });
    this.client?.publish(sentSubject(this.prefix, this.getTopicName(kind, node), this.#user), await packMessage(data), options);
  }

  /** What the server does not let this node do: its user lacks a permission (`npm run nats-users`). */
  async #watchConnection(): Promise<void> {
    for await (const { type, permissionContext } of this.client.status()) {
      if (type === 'disconnect' || type === 'reconnect') this.#lost.interrupted();
      if (type !== 'error' || !permissionContext) continue;
      const { operation, subject } = permissionContext;
      this.logger.warn(`The NATS user ${this.#user} may not ${operation} ${subject}: see npm run nats-users.`);
    }
  }

  #failRequest(id: string, errorOf: (action: string) => Error): void {
    const request = this.transit.pendingRequests.get(id);
    if (!request) return;
    this.transit.removePendingRequest(id);
    request.reject(errorOf(request.ctx.action?.name ?? ''));
  }

  /** Called whenever the services of this node change; the others are told of them only afterwards. */
  override async makeBalancedSubscriptions(): Promise<void> {
    const { actions, events } = listenedBy(this.broker.getLocalNodeInfo().services);
    const wanted = new Map<string, () => Subscription>();
    for (const action of actions) {
      wanted.set(`action ${action}`, () => this.#listen('REQ', heardSubject(this.prefix, 'REQB', action), action));
    }
    for (const { event, group } of events) {
      const heard = heardSubject(this.prefix, 'EVENTB', `${group}.${event}`);
      wanted.set(`event ${group} ${event}`, () => this.#listen('EVENT', heard, group));
    }
    this.#balanced.renew(wanted);
    // The server has taken them before anything sent later on this connection.
    await this.client?.flush();
  }
}
