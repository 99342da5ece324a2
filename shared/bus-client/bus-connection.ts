/**
 * Requests and responses over NATS in the packets of Moleculer (protocol 5), without a node of Moleculer: a
 * program is not announced to the nodes, and knows none of them (`docs/bus.md` shows the messages).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { connect, type MsgHdrs, type NatsConnection } from 'nats';
import { packMessage, unpackMessage } from '../kernel/bus/message-compression.ts';
import { natsConnectionOptions, natsUserFromUrl } from '../kernel/bus/nats-connection.ts';
import {
  isNodeOfUser,
  publishSubject,
  senderUserOf,
  subjectPrefix,
  subscribeSubject,
} from '../kernel/bus/nats-subjects.ts';
import { withTimeLimit } from '../time-limit.ts';
import { CallError, NoResponseError } from './bus-error.ts';

interface BusAddress {
  /** NATS server with user and password, such as `nats://tools:secret@host:4222`. */
  url: string;
  /** The DATABASE_PREFIX of the deployment. */
  namespace: string;
  /** Name of the program, for the usage log of its key. */
  program: string;
}

/** A request for an action. */
interface BusRequest {
  action: string;
  params: object;
  meta: Readonly<Record<string, unknown>>;
  requestId: string;
  timeoutMs: number;
}

interface PendingRequest {
  subject: string;
  /** The result is typed where the action was called. */
  resolve(result: never): void;
  reject(error: unknown): void;
}

interface ResponsePacket {
  sender: unknown;
  id: string;
  success: boolean;
  data: never;
  error: unknown;
}

/** Resolves when the connection is back. */
interface Reconnection {
  promise: Promise<void>;
  end(): void;
}

// Promise.withResolvers is not in Node 20, on which programs may run.
function awaitReconnection(): Reconnection {
  let end = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

const PROTOCOL_VERSION = '5';
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_INTERVAL_MS = 250;
/** A request waits this long for a lost connection. */
const RECONNECT_WAIT_MS = 2_000;
/** A server that hangs is noticed after two of them. */
const PING_INTERVAL_MS = 5_000;
const NO_RESPONDERS = 503;

export class BusConnection {
  readonly #client: NatsConnection;
  readonly #prefix: string;
  readonly #user: string;
  /** Id of this program as a node; it begins with the NATS user, on which permissions depend. */
  readonly #node: string;
  readonly #inbox: string;
  readonly #pending = new Map<string, PendingRequest>();
  /** Null while the connection is there. */
  #reconnecting: Reconnection | null = null;

  private constructor(client: NatsConnection, { url, namespace, program }: BusAddress) {
    this.#client = client;
    this.#prefix = subjectPrefix(namespace);
    this.#user = natsUserFromUrl(url);
    const name = `${program}-${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
    this.#node = `${this.#user}.${name.replace(/[^\w-]/g, '_')}`;
    this.#inbox = `_INBOX.${this.#user}.${randomBytes(12).toString('hex')}`;
  }

  /** @throws CallError MALFORMED_REQUEST for no URL, UNAUTHENTICATED when NATS refuses the user, SERVICE_UNAVAILABLE when it does not answer */
  static async open(address: BusAddress): Promise<BusConnection> {
    if (!URL.canParse(address.url))
      throw new CallError(
        'MALFORMED_REQUEST',
        'The url is no address of a NATS server, such as nats://tools:secret@host:4222.',
      );
    const client = await connect({
      ...natsConnectionOptions(address.url),
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_INTERVAL_MS,
      ignoreAuthErrorAbort: true,
      pingInterval: PING_INTERVAL_MS,
    }).catch((error: unknown) => {
      throw Object(error).code === 'AUTHORIZATION_VIOLATION'
        ? new CallError('UNAUTHENTICATED', 'The NATS server refuses the user and password of the URL.')
        : new CallError(
            'SERVICE_UNAVAILABLE',
            `The NATS server ${new URL(address.url).host} does not answer, or its user has as many connections as a program may have.`,
          );
    });
    const connection = new BusConnection(client, address);
    connection.#listen();
    await client.flush();
    return connection;
  }

  /**
   * Sends a request and returns the result of the action.
   * @throws NoResponseError, CallError PAYLOAD_TOO_LARGE or PERMISSION_DENIED; the error of the action as it
   *   was received
   */
  async request<T>({ action, params, meta, requestId, timeoutMs }: BusRequest): Promise<T> {
    const id = randomUUID();
    const message = await packMessage(
      Buffer.from(
        JSON.stringify({
          ver: PROTOCOL_VERSION,
          sender: this.#node,
          id,
          action,
          params,
          meta,
          timeout: timeoutMs,
          level: 1,
          requestID: requestId,
        }),
      ),
    );
    await this.#whenConnected();
    const subject = publishSubject(this.#prefix, `${this.#prefix}.REQB.${action}`, this.#user);
    const response = new Promise<T>((resolve, reject) => this.#pending.set(id, { subject, resolve, reject }));
    const timer = setTimeout(
      () => this.#pending.get(id)?.reject(new NoResponseError('No response in time.')),
      timeoutMs,
    );
    try {
      // With a reply subject the server reports that nobody listens.
      this.#client.publish(subject, message, { reply: `${this.#inbox}.${id}` });
      return await response;
    } catch (error) {
      throw Object(error).code === 'MAX_PAYLOAD_EXCEEDED'
        ? new CallError('PAYLOAD_TOO_LARGE', 'The request exceeds the message size limit. Send less at once.')
        : error;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  /** Ends the connection; what is under way fails. */
  async close(): Promise<void> {
    this.#failAll();
    await this.#client.close();
  }

  #listen(): void {
    this.#client.subscribe(subscribeSubject(this.#prefix, 'RES', this.#node), {
      callback: (error, { subject, data }) => {
        if (!error) void this.#receive(subject, data);
      },
    });
    this.#client.subscribe(`${this.#inbox}.*`, {
      callback: (error, { subject, headers }: { subject: string; headers?: MsgHdrs }) => {
        if (error || headers?.code !== NO_RESPONDERS) return;
        const id = subject.slice(this.#inbox.length + 1);
        this.#pending.get(id)?.reject(new NoResponseError('No service takes this call.'));
      },
    });
    void this.#watch();
    void this.#client.closed().then(() => this.#failAll());
  }

  /** A message that is no response to a pending request is dropped. */
  async #receive(subject: string, data: Uint8Array): Promise<void> {
    try {
      const text = await unpackMessage(Buffer.from(data));
      const packet: ResponsePacket = JSON.parse(text.toString());
      const pending = this.#pending.get(packet.id);
      if (!pending || !isNodeOfUser(senderUserOf(this.#prefix, subject), packet.sender)) return;
      if (packet.success) pending.resolve(packet.data);
      else pending.reject(packet.error);
    } catch {
      // Not a packet: its request ends with its time.
    }
  }

  async #watch(): Promise<void> {
    for await (const { type, permissionContext } of this.#client.status()) {
      if (type === 'disconnect') {
        this.#reconnecting ??= awaitReconnection();
        // A response would be sent to nobody.
        this.#failAll();
      } else if (type === 'reconnect') {
        this.#reconnecting?.end();
        this.#reconnecting = null;
      } else if (type === 'error' && permissionContext) this.#failRefused(permissionContext.subject);
    }
  }

  /** @throws NoResponseError when the connection is not back in time: nothing is sent later */
  async #whenConnected(): Promise<void> {
    if (this.#reconnecting)
      await withTimeLimit(this.#reconnecting.promise, RECONNECT_WAIT_MS, () => undefined);
    if (this.#reconnecting || this.#client.isClosed())
      throw new NoResponseError('There is no connection to the NATS server.');
  }

  #failAll(): void {
    for (const { reject } of this.#pending.values())
      reject(new NoResponseError('The connection to the NATS server was lost.'));
  }

  /** The NATS server lets this user publish no request on a subject. */
  #failRefused(refused: string): void {
    for (const { subject, reject } of this.#pending.values()) {
      if (subject !== refused) continue;
      reject(new CallError('PERMISSION_DENIED', 'The NATS user is not allowed to call this action.'));
    }
  }
}
