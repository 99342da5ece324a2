/**
 * NATS transporter for several processes. It adds to that of Moleculer:
 * - Permanent subscriptions. Moleculer renews all of them when a service of the node changes, and a request published during that is lost.
 * - A request without a subscriber fails immediately: with a reply subject NATS reports "no responders".
 * - A request that was lost with a killed process fails within seconds, a read also one that has stopped to answer (`lost-call-detector.ts`).
 * - Compression; a response that is too large becomes PAYLOAD_TOO_LARGE instead of a timeout.
 * - Authentic senders: the subject contains the NATS user of the sender; a message of a node of another user is dropped.
 *   Text from another node is checked before it becomes part of a subject.
 * - Whatever another node sends is limited and checked first (`incoming-packets.ts`); a program learns nothing of nodes, and its requests come on a connection of their own.
 */
import { randomBytes } from 'node:crypto';
import { Errors, Transporters } from 'moleculer';
import { apiError } from '../errors/errors.ts';
import { hasSystemCode } from '../errors/system-code.ts';
import { BalancedSubscriptions, type Subscription, subscriptionsOf } from './balanced-subscriptions.ts';
import { IncomingPackets, type ReceivedMessage } from './incoming-packets.ts';
import { ActiveCalls, LostCallDetector } from './lost-call-detector.ts';
import { packMessage } from './message-compression.ts';
import { payloadWarning } from './nats-connection.ts';
import { isForPrograms } from './nats-permissions.ts';
import {
  isPresenceKind,
  isSubject,
  PROGRAM_REQUESTS,
  publishSubject,
  SERVICE_REQUESTS,
  serviceTopic,
  subscribeSubject,
} from './nats-subjects.ts';
import {
  type CleanPayload,
  clearMeta,
  isPacketKind,
  isStringArray,
  type Packet,
  type PacketKind,
  type SendOptions,
} from './packet-members.ts';
import { ProgramConnection } from './program-connection.ts';
import { responseForProgram } from './program-errors.ts';
import { RefusedPermissions } from './refused-permissions.ts';

interface NatsMessage extends ReceivedMessage {
  reply?: string;
}

interface StatusMessage {
  subject: string;
  headers?: { code: number };
}

const NO_RESPONDERS = 503;
/** Inbox of "no responders" reports about nodes. */
const NODE_INBOX = 'node';

export class ReliableNats extends Transporters.NATS {
  readonly #user: string;
  readonly #balanced = new BalancedSubscriptions();
  readonly #inbox: string;
  readonly #activeCalls = new ActiveCalls();
  readonly #lostCalls = new LostCallDetector({
    isPending: (id) => this.transit.pendingRequests.has(id),
    nodes: () => this.broker.registry.nodes.toArray().map(({ id }) => id),
    serves: (node, action) =>
      this.broker.registry.nodes.get(node)?.services.some(({ actions }) => action in Object(actions)) ??
      false,
    queryActiveCalls: (node, ids) => this.#requestActiveCalls(node, ids),
    flushIncoming: async () => void (await Promise.all(this.#incomingResponses)),
    fail: (id) =>
      this.#failRequest(id, (action) => new Errors.RequestRejectedError({ action, nodeID: 'gone' })),
  });
  /** Responses that are being processed. */
  readonly #incomingResponses = new Set<Promise<void>>();
  readonly #refused: RefusedPermissions;
  /** What is still to be sent then, such as an answer to another node's presence, has no connection any more. */
  #isDisconnecting = false;
  readonly #incoming: IncomingPackets;
  readonly #programs: ProgramConnection;

  /**
   * @param user the NATS user, the only subscriber of its inboxes
   * @param isToken whether a caller's token is genuine and in date
   */
  constructor(user: string, options: Transporters.NATS['opts'], isToken: (token: string) => boolean) {
    super(options);
    this.#user = user;
    this.#refused = new RefusedPermissions(user, (line) => void this.logger.warn(line));
    this.#programs = new ProgramConnection(options, this.#refused);
    this.#incoming = new IncomingPackets(user, {
      isToken,
      handle: (kind, payload) => this.#handlePacket(kind, payload),
      answer: (node, id, error) => this.transit.sendResponse(node, id, {}, {}, {}, error),
      isAvailable: (node) => this.broker.registry.nodes.get(node)?.available === true,
      forget: (node) => void this.broker.registry.nodes.delete(node),
      warn: (line) => void this.logger.warn(line),
    });
    this.#inbox = `_INBOX.${user}.${randomBytes(12).toString('hex')}`;
  }

  override async connect(): Promise<void> {
    await this.#programs.open();
    await super.connect();
    const warning = payloadWarning(this.client);
    if (warning !== null) this.logger.warn(warning);
    void this.#refused.watch(this.client, () => this.#lostCalls.connectionInterrupted());
    // No request of a program can be answered without it; Moleculer opens both again.
    void this.client.closed().then(() => this.#programs.close());
    this.client.subscribe(`${this.#inbox}.*`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code !== NO_RESPONDERS) return;
        this.#failRequest(
          subject.slice(this.#inbox.length + 1),
          (action) => new Errors.ServiceNotAvailableError({ action }),
        );
      },
    });
    const nodes = `${this.#inbox}.${NODE_INBOX}.`;
    this.client.subscribe(`${nodes}>`, {
      callback: (_error: unknown, { subject, headers }: StatusMessage) => {
        if (headers?.code === NO_RESPONDERS) this.#lostCalls.markNodeUnreachable(subject.slice(nodes.length));
      },
    });
    this.#lostCalls.start();
    this.#balanced.start();
  }

  override async disconnect(): Promise<void> {
    this.#isDisconnecting = true;
    this.#lostCalls.stop();
    this.#balanced.stop();
    await this.#programs.close();
    await super.disconnect();
  }

  /** @throws while the NATS server does not answer, or refuses requests or events of the services of this node */
  async check(): Promise<void> {
    // The server refuses a subscription before it answers this.
    await this.client.rtt();
    await this.#programs.flush();
    const refused = this.#balanced.refused();
    if (refused.length > 0)
      throw new Error(`The NATS user ${this.#user} is not allowed to subscribe to ${refused.join(', ')}.`);
  }

  override subscribe(kind: string, nodeId?: string): Promise<void> {
    // NATS chooses the node of a request: nobody may address one.
    if (isPacketKind(kind) && kind !== 'REQ')
      this.#subscribeTo(kind, subscribeSubject(this.prefix, kind, nodeId));
    return Promise.resolve();
  }

  #subscribeTo(
    kind: PacketKind,
    subject: string,
    queue?: string,
    connection: Pick<ProgramConnection, 'subscribe'> = this.client,
  ): Subscription {
    const callback = (error: unknown, message: NatsMessage): void => {
      // The connection reports refused subscriptions (`refused-permissions.ts`).
      if (error || message.data.length === 0) return;
      if (kind === 'REQ' && message.reply) {
        // Tracked before any later message is processed, such as a query about this call.
        void this.#activeCalls.track(message.reply.slice(message.reply.lastIndexOf('.') + 1), () =>
          this.#incoming.receive(kind, this.prefix, message),
        );
      } else if (kind === 'RES') this.#trackResponse(this.#incoming.receive(kind, this.prefix, message));
      else void this.#incoming.receive(kind, this.prefix, message);
    };
    return connection.subscribe(subject, queue === undefined ? { callback } : { queue, callback });
  }

  #trackResponse(processing: Promise<void>): void {
    this.#incomingResponses.add(processing);
    void processing.then(() => this.#incomingResponses.delete(processing));
  }

  async #handlePacket(kind: PacketKind, payload: CleanPayload): Promise<void> {
    const { sender } = payload;
    const calls = isStringArray(payload.calls) ? payload.calls : null;
    // A node receives its own presence; from another node with its id it would stop Moleculer.
    if (sender === this.nodeID && isPresenceKind(kind) && !calls) return;
    this.#lostCalls.markNodeAlive(sender);
    if (kind === 'PING' && calls) return await this.#reportActiveCalls(sender, calls);
    if (kind === 'PONG' && calls && isStringArray(payload.underWay))
      return this.#lostCalls.handleReport(sender, calls, payload.underWay);
    await this.transit.messageHandler(kind, { type: kind, payload });
  }

  override serialize(packet: Packet): Buffer {
    if (packet.type !== 'RES') return super.serialize(packet);
    clearMeta(packet);
    const { target, payload } = packet;
    if (typeof target !== 'string' || !this.#incoming.isProgram(target)) return super.serialize(packet);
    const response = responseForProgram(payload, this.#user);
    // Nobody else learns of it.
    if (Object(response).error?.type === 'INTERNAL_ERROR') this.logger.error(payload.error?.stack);
    return Buffer.from(JSON.stringify(response));
  }

  override async send(topic: string, data: Buffer, options: SendOptions = {}): Promise<void> {
    // The target of a response comes from the request of another node.
    if (!isSubject(topic)) {
      this.logger.warn(`Nothing sent to ${JSON.stringify(topic.slice(0, 100))}: not a valid subject.`);
      return;
    }
    const id = options.balanced ? options.packet?.payload?.id : undefined;
    const isRequest = typeof id === 'string' && this.transit.pendingRequests.has(id);
    const message = await packMessage(data);
    if (this.#isDisconnecting) return;
    try {
      this.client?.publish(
        publishSubject(this.prefix, serviceTopic(this.prefix, topic), this.#user),
        message,
        isRequest ? { reply: `${this.#inbox}.${id}` } : {},
      );
      const { action, meta } = options.packet?.payload ?? {};
      const isRead = meta?.isRead === true && typeof action === 'string';
      if (isRequest) this.#lostCalls.trackCall(id, isRead ? action : null);
    } catch (error) {
      if (!hasSystemCode(error, 'MAX_PAYLOAD_EXCEEDED')) throw error;
      this.#rejectTooLarge(options);
      throw apiError(
        'PAYLOAD_TOO_LARGE',
        'The request exceeds the internal message size limit. Send or request less at once.',
      );
    }
  }

  /** Sends an error instead of a response that is too large, so that the caller does not wait until the timeout. */
  #rejectTooLarge({ packet }: SendOptions): void {
    const id = packet?.payload?.id;
    if (packet?.type !== 'RES' || typeof packet.target !== 'string' || typeof id !== 'string') return;
    const error = apiError(
      'PAYLOAD_TOO_LARGE',
      'The response exceeds the internal message size limit. Request less at once.',
    );
    void this.transit.sendResponse(packet.target, id, {}, {}, {}, error);
  }

  /**
   * Asks a node for its active calls, with an inbox for "no responders". This node too is asked over NATS: only
   * there the question comes after the request, and the answer after the response.
   */
  #requestActiveCalls(node: string, calls: string[]): void {
    const reply = `${this.#inbox}.${NODE_INBOX}.${node}`;
    // The next poll repeats a failed query.
    void this.#sendPacket('PING', node, { calls }, { reply }).catch(() => undefined);
  }

  #reportActiveCalls(node: string, calls: string[]): Promise<void> {
    return this.#sendPacket('PONG', node, { calls, underWay: this.#activeCalls.filterActive(calls) });
  }

  async #sendPacket(
    kind: 'PING' | 'PONG',
    node: string,
    payload: object,
    options: { reply?: string } = {},
  ): Promise<void> {
    const message = await packMessage(this.serialize({ type: kind, target: node, payload }));
    if (this.#isDisconnecting) return;
    this.client?.publish(
      publishSubject(this.prefix, this.getTopicName(kind, node), this.#user),
      message,
      options,
    );
  }

  #failRequest(id: string, errorOf: (action: string) => Error): void {
    const request = this.transit.pendingRequests.get(id);
    if (!request) return;
    this.transit.removePendingRequest(id);
    request.reject(errorOf(request.ctx.action?.name ?? ''));
  }

  /** Called when the services of this node have changed, before they are announced to other nodes. */
  override async makeBalancedSubscriptions(): Promise<void> {
    const { actions, events } = subscriptionsOf(this.broker.getLocalNodeInfo().services);
    const wanted = new Map<string, () => Subscription>();
    for (const action of actions) {
      wanted.set(`action ${action}`, () =>
        this.#subscribeTo('REQ', subscribeSubject(this.prefix, SERVICE_REQUESTS, action), action),
      );
      if (!isForPrograms(action)) continue;
      const subject = subscribeSubject(this.prefix, PROGRAM_REQUESTS, action);
      wanted.set(`action ${action} of programs`, () =>
        this.#subscribeTo('REQ', subject, action, this.#programs),
      );
    }
    for (const { event, group } of events) {
      const subject = subscribeSubject(this.prefix, 'EVENTB', `${group}.${event}`);
      wanted.set(`event ${group} ${event}`, () => this.#subscribeTo('EVENT', subject, group));
    }
    this.#balanced.sync(wanted);
    // After this the server has all subscriptions.
    await Promise.all([this.client?.flush(), this.#programs.flush()]);
  }
}
