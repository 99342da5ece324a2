/**
 * The NATS transporter of split mode, with what Moleculer's own lacks:
 * - Subscriptions that stay. Moleculer drops and renews all of them whenever a service of the node changes, a second after it has told
 *   the others of the service; a request published in such a gap is lost, and its caller waits until the timeout (seen: 30 s).
 * - A request nobody listens to fails at once. NATS says so ("no responders") to a message that names where to answer.
 * - A request that was lost with the process that took it fails within seconds (`lost-call-detector.ts`).
 * - Nobody speaks as somebody else: the sender's NATS user stands in the subject, and a message that names a node of another is dropped, as
 *   is whatever is no message. What another node has written never becomes part of a subject unseen (H31).
 */
import { randomBytes } from 'node:crypto';
import { Errors, Transporters } from 'moleculer';
import { apiError } from '../errors/errors.ts';
import { BalancedSubscriptions, type Subscription, subscriptionsOf } from './balanced-subscriptions.ts';
import { ActiveCalls, LostCallDetector } from './lost-call-detector.ts';
import { compressMessage, decompressMessage } from './message-compression.ts';
import { isNodeOfUser, isSubject, PRESENCE_KINDS, publishSubject, senderUserOf, subscribeSubject } from './nats-subjects.ts';

/** What Moleculer says of a packet it sends to any node that has the action. */
interface SendOptions {
  balanced?: boolean;
  packet?: { type?: unknown; target?: unknown; payload?: { id?: unknown } };
}

interface NatsMessage {
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
const NODE_INBOX = 'node';
/** As large as the largest body (G18): less, and what may be sent cannot pass. */
const REQUIRED_MAX_PAYLOAD = 8 * 1024 * 1024;

const isPresence = (kind: string): boolean => PRESENCE_KINDS.some((known) => known === kind);

type Packet = Parameters<Transporters.NATS['serialize']>[0];

/** An answer brings no meta: Moleculer would write it over that of the caller, who sends the request again with it. */
function clearMeta({ payload }: Packet): void {
  payload.meta = {};
}

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'MAX_PAYLOAD_EXCEEDED';

export class ReliableNats extends Transporters.NATS {
  readonly #user: string;
  readonly #balanced = new BalancedSubscriptions();
  readonly #inbox: string;
  readonly #activeCalls = new ActiveCalls();
  readonly #lostCalls = new LostCallDetector({
    isPending: (id) => this.transit.pendingRequests.has(id),
    nodes: () => this.broker.registry.nodes.toArray().map(({ id }) => id),
    queryActiveCalls: (node, ids) => this.#requestActiveCalls(node, ids),
    flushIncoming: async () => void (await Promise.all(this.#incomingResponses)),
    fail: (id) => this.#failRequest(id, (action) => new Errors.RequestRejectedError({ action, nodeID: 'gone' })),
  });
  /** Answers that have come and are being read. */
  readonly #incomingResponses = new Set<Promise<void>>();

  /** @param user the NATS user, whose inboxes nobody else hears */
  constructor(user: string, options: Transporters.NATS['opts']) {
    super(options);
    this.#user = user;
    this.#inbox = `_INBOX.${user}.${randomBytes(12).toString('hex')}`;
  }

  override async connect(): Promise<void> {
    await super.connect();
    const { max_payload = 0 } = this.client.info ?? {};
    if (max_payload < REQUIRED_MAX_PAYLOAD) {
      this.logger.warn(
        `The NATS server at NATS_URL accepts messages of at most ${max_payload} bytes; large documents need max_payload: 8MB.`,
      );
    }
    void this.#watchConnection();
    this.client.subscribe(`${this.#inbox}.*`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code !== NO_RESPONDERS) return;
        this.#failRequest(subject.slice(this.#inbox.length + 1), (action) => new Errors.ServiceNotAvailableError({ action }));
      },
    });
    const nodes = `${this.#inbox}.${NODE_INBOX}.`;
    this.client.subscribe(`${nodes}>`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code === NO_RESPONDERS) this.#lostCalls.markNodeUnreachable(subject.slice(nodes.length));
      },
    });
    this.#lostCalls.start();
  }

  override disconnect(): Promise<void> {
    this.#lostCalls.stop();
    return super.disconnect();
  }

  /** @throws while the NATS server does not answer */
  async check(): Promise<void> {
    await this.client.rtt();
  }

  override subscribe(kind: string, nodeId?: string): Promise<void> {
    this.#subscribeTo(kind, subscribeSubject(this.prefix, kind, nodeId));
    return Promise.resolve();
  }

  #subscribeTo(kind: string, subject: string, queue?: string): Subscription {
    const callback = (error: unknown, message: NatsMessage): void => {
      // A refused subscription is told by the connection too.
      if (error || message.data.length === 0) return;
      if (kind === 'REQ' && message.reply) {
        // Counted before anything that comes later is read: whoever asks about it asks after it.
        void this.#activeCalls.track(message.reply.slice(message.reply.lastIndexOf('.') + 1), () =>
          this.#handleMessage(kind, message),
        );
      } else if (kind === 'RES') this.#trackResponse(this.#handleMessage(kind, message));
      else void this.#handleMessage(kind, message);
    };
    return this.client.subscribe(subject, queue === undefined ? { callback } : { queue, callback });
  }

  #trackResponse(reading: Promise<void>): void {
    this.#incomingResponses.add(reading);
    void reading.then(() => this.#incomingResponses.delete(reading));
  }

  /** One message; whatever is wrong with it, the next one is heard. */
  async #handleMessage(kind: string, { subject, data }: NatsMessage): Promise<void> {
    const user = senderUserOf(this.prefix, subject);
    try {
      const packet = this.deserialize(kind, await decompressMessage(Buffer.from(data)));
      const { sender } = packet.payload;
      // A node hears its own presence too; whoever else bears its id wants to stop it.
      if (sender === this.nodeID && isPresence(kind)) return;
      if (!isNodeOfUser(user, sender)) throw new Error('the sender is not a node of that user');
      this.#lostCalls.markNodeAlive(sender);
      if (kind === 'RES') clearMeta(packet);
      if (kind === 'PING' && isStringArray(packet.payload.calls))
        return await this.#reportActiveCalls(sender, packet.payload.calls);
      if (kind === 'PONG' && isStringArray(packet.payload.calls) && isStringArray(packet.payload.underWay)) {
        return this.#lostCalls.handleReport(sender, packet.payload.calls, packet.payload.underWay);
      }
      await this.transit.messageHandler(kind, packet);
    } catch (error) {
      this.logger.warn(
        `Dropped an invalid message from ${user} on ${subject}: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  override serialize(packet: Packet): Buffer {
    if (packet.type === 'RES') clearMeta(packet);
    return super.serialize(packet);
  }

  override async send(topic: string, data: Buffer, sending: SendOptions = {}): Promise<void> {
    // Whom an answer is for was written by whoever asked.
    if (!isSubject(topic)) {
      this.logger.warn(`Nothing sent to ${JSON.stringify(topic.slice(0, 100))}: not a valid subject.`);
      return;
    }
    const id = sending.balanced ? sending.packet?.payload?.id : undefined;
    const isRequest = typeof id === 'string' && this.transit.pendingRequests.has(id);
    const packed = await compressMessage(data);
    try {
      this.client?.publish(
        publishSubject(this.prefix, topic, this.#user),
        packed,
        isRequest ? { reply: `${this.#inbox}.${id}` } : {},
      );
      if (isRequest) this.#lostCalls.trackCall(id);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      this.#rejectTooLarge(sending);
      throw apiError('PAYLOAD_TOO_LARGE', 'The request exceeds the internal message size limit. Send or request less at once.');
    }
  }

  /** The caller of an answer that does not fit is told so, instead of waiting for it until the timeout. */
  #rejectTooLarge({ packet }: SendOptions): void {
    const id = packet?.payload?.id;
    if (packet?.type !== 'RES' || typeof packet.target !== 'string' || typeof id !== 'string') return;
    const error = apiError('PAYLOAD_TOO_LARGE', 'The response exceeds the internal message size limit. Request less at once.');
    void this.transit.sendResponse(packet.target, id, {}, {}, {}, error);
  }

  /** Asks a node which calls it works on, in a message that tells whether anybody listens for it. */
  #requestActiveCalls(node: string, calls: string[]): void {
    if (node === this.nodeID) this.#lostCalls.handleReport(node, calls, this.#activeCalls.filterActive(calls));
    // Whatever becomes of it, the next round asks again.
    else void this.#sendPacket('PING', node, { calls }, { reply: `${this.#inbox}.${NODE_INBOX}.${node}` }).catch(() => undefined);
  }

  #reportActiveCalls(node: string, calls: string[]): Promise<void> {
    return this.#sendPacket('PONG', node, { calls, underWay: this.#activeCalls.filterActive(calls) });
  }

  async #sendPacket(kind: 'PING' | 'PONG', node: string, payload: object, options: { reply?: string } = {}): Promise<void> {
    const data = this.serialize({ type: kind, target: node, payload });
    this.client?.publish(
      publishSubject(this.prefix, this.getTopicName(kind, node), this.#user),
      await compressMessage(data),
      options,
    );
  }

  /** What the server does not let this node do: its user lacks a permission (`npm run nats-users`). */
  async #watchConnection(): Promise<void> {
    for await (const { type, permissionContext } of this.client.status()) {
      if (type === 'disconnect' || type === 'reconnect') this.#lostCalls.connectionInterrupted();
      if (type !== 'error' || !permissionContext) continue;
      const { operation, subject } = permissionContext;
      this.logger.warn(`The NATS user ${this.#user} is not allowed to ${operation} ${subject}; see npm run nats-users.`);
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
    const { actions, events } = subscriptionsOf(this.broker.getLocalNodeInfo().services);
    const wanted = new Map<string, () => Subscription>();
    for (const action of actions) {
      wanted.set(`action ${action}`, () => this.#subscribeTo('REQ', subscribeSubject(this.prefix, 'REQB', action), action));
    }
    for (const { event, group } of events) {
      const heard = subscribeSubject(this.prefix, 'EVENTB', `${group}.${event}`);
      wanted.set(`event ${group} ${event}`, () => this.#subscribeTo('EVENT', heard, group));
    }
    this.#balanced.sync(wanted);
    // The server has taken them before anything sent later on this connection.
    await this.client?.flush();
  }
}
