/**
 * Client of the service on the bus: calls endpoints by their ids in the contract as the owner of an API key,
 * with typed parameters and results, the errors of the endpoint, its time limit, and retries of reads.
 */
import { randomUUID } from 'node:crypto';
import { supportsIdempotencyKey } from '../contracts/endpoint.ts';
import {
  type IdempotencyKey,
  isIdempotencyKey,
  MAX_IDEMPOTENCY_KEY_LENGTH,
} from '../contracts/idempotency-key.ts';
import { callOptionsFor, isRead } from '../kernel/bus/call-timeouts.ts';
import { hashCanonical } from '../revisioning/outline/canonical-json.ts';
import { BusConnection } from './bus-connection.ts';
import { type BusEndpointId, type BusParams, type BusResult, requireBusEndpoint } from './bus-endpoints.ts';
import { CallError, toBusError } from './bus-error.ts';
import { CallerToken } from './caller-token.ts';
import { sendWithRetries } from './retries.ts';

export interface BusClientOptions {
  /** NATS server with user and password, such as `nats://tools:secret@host:4222`. */
  url: string;
  /** API key of the account that the program works for. */
  key: string;
  /** The DATABASE_PREFIX of the deployment; default: `css`. */
  namespace?: string;
  /** Name of the program, shown in the usage log of its key; default: `tool`. */
  program?: string;
}

export interface BusCallOptions {
  /** Lets a POST be repeated: for a day the same call gets the result of the first one. */
  idempotencyKey?: string;
  /** Id of the request in logs and in the audit trail; default: a random one. */
  requestId?: string;
}

/** Arguments of a call; the parameters may be omitted when none is required. */
export type BusCallArgs<K extends BusEndpointId> =
  Record<never, never> extends BusParams<K>
    ? [params?: BusParams<K>, options?: BusCallOptions]
    : [params: BusParams<K>, options?: BusCallOptions];

export class BusClient {
  readonly #connection: BusConnection;
  readonly #token: CallerToken;

  private constructor(connection: BusConnection, key: string) {
    this.#connection = connection;
    this.#token = new CallerToken(connection, key);
  }

  /**
   * Connects to NATS; the key is used by the first call. A connection that is lost later comes back by itself.
   * @throws BusError UNAUTHENTICATED when NATS refuses the user, SERVICE_UNAVAILABLE when it does not answer
   */
  static async connect({
    url,
    key,
    namespace = 'css',
    program = 'tool',
  }: BusClientOptions): Promise<BusClient> {
    try {
      return new BusClient(await BusConnection.open({ url, namespace, program }), key);
    } catch (error) {
      throw toBusError(error, 'connect', randomUUID());
    }
  }

  /**
   * Calls an endpoint.
   * @throws BusError with the code of the endpoint's error; UNAUTHENTICATED for a key that is not valid;
   *   SERVICE_UNAVAILABLE without a response in the endpoint's time
   */
  call<K extends BusEndpointId>(id: K, ...[params, options]: BusCallArgs<K>): Promise<BusResult<K>> {
    return this.#call<BusResult<K>>(id, params ?? {}, options);
  }

  /**
   * The same for an id and parameters from outside, which the service validates.
   * @throws BusError also NOT_FOUND for an unknown id, SESSION_REQUIRED and ENDPOINT_CLOSED
   */
  callUntyped(id: string, params: object, options?: BusCallOptions): Promise<unknown> {
    return this.#call<unknown>(id, params, options);
  }

  /** Ends the connection; calls under way fail with SERVICE_UNAVAILABLE. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  async #call<T>(id: string, params: object, options: BusCallOptions = {}): Promise<T> {
    const { requestId = randomUUID(), idempotencyKey } = options;
    try {
      const endpoint = requireBusEndpoint(id);
      const { timeout, retries } = callOptionsFor(endpoint.id, true);
      const meta = {
        ...(idempotencyKey !== undefined && supportsIdempotencyKey(endpoint.spec)
          ? { idempotencyKey: describeRequest(id, params, idempotencyKey) }
          : {}),
        ...(isRead(endpoint.id) ? { isRead: true } : {}),
      };
      return await this.#send((principal) =>
        sendWithRetries({ timeoutMs: timeout, retries }, (timeoutMs) =>
          this.#connection.request<T>({
            action: id,
            params,
            meta: { ...meta, principal },
            requestId,
            timeoutMs,
          }),
        ),
      );
    } catch (error) {
      throw toBusError(error, id, requestId);
    }
  }

  /** A token that is refused may have ended early, as with a new secret of the deployment: signs in again. */
  async #send<T>(request: (token: string) => Promise<T>): Promise<T> {
    const token = await this.#token.get();
    try {
      return await request(token);
    } catch (error) {
      if (Object(error).type !== 'UNAUTHENTICATED') throw error;
      this.#token.drop(token);
      return request(await this.#token.get());
    }
  }
}

/** The idempotency key of a call as services take it. @throws CallError MALFORMED_REQUEST */
function describeRequest(id: string, params: object, key: string): IdempotencyKey {
  if (!isIdempotencyKey(key))
    throw new CallError(
      'MALFORMED_REQUEST',
      `An idempotency key is 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters, and a new one for each request.`,
    );
  // As they are sent: without undefined members.
  return { key, target: `BUS ${id}`, request: hashCanonical(JSON.parse(JSON.stringify(params))) };
}
