/**
 * Callers that signed in on the bus with an API key: their live principals, and the rows of their calls in the
 * usage log. The key is looked up with every call and kept for less than a second, as the gateway does it.
 */
import { LRUCache } from 'lru-cache';
import type { Context } from 'moleculer';
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import type { ServiceName } from '../../contracts/services.ts';
import type { Principal, UserPrincipal } from '../auth/principal.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { type Node, readAsService } from '../node/node.ts';
import { KeyUsageQueue } from './key-usage-queue.ts';
import { RefusalQueue } from './refusal-queue.ts';

interface ReceivedCall {
  id: string;
  spec: EndpointSpec;
  context: Pick<Context, 'id' | 'requestID' | 'nodeID'>;
  /** The key with which the program has signed in; null for any other caller. */
  keyId: number | null;
  principal: Principal;
}

export class KeyCallers {
  readonly #node: Node;
  readonly #service: ServiceName;
  readonly #principals: LRUCache<string, Promise<UserPrincipal | null>>;
  readonly #usage: KeyUsageQueue;
  readonly #refusals: RefusalQueue;

  /** @param service the one that looks keys up */
  constructor(node: Node, service: ServiceName) {
    this.#node = node;
    this.#service = service;
    this.#principals = new LRUCache({ max: 5_000, ttl: node.principalCacheTtlMs });
    this.#usage = new KeyUsageQueue(node, service);
    this.#refusals = new RefusalQueue(node, service);
  }

  /**
   * The owner of a key with the rights of this moment; null when the key is revoked or expired, or its owner
   * suspended.
   * @throws SERVICE_UNAVAILABLE while identity does not answer
   */
  async find(keyHash: string): Promise<UserPrincipal | null> {
    const cached = this.#principals.get(keyHash);
    if (cached) return cached;
    const lookup = readAsService(this.#node, this.#service, 'identity.keyPrincipal', {
      hash: keyHash,
    }).then(({ principal }) => principal && { ...principal, channel: 'bus' as const });
    this.#principals.set(keyHash, lookup);
    // A failed call must not be cached.
    lookup.catch(() => this.#principals.delete(keyHash));
    return lookup;
  }

  /** Does the work of a call; one with a key gets a row in the usage log. */
  async record(
    { id, spec, context, keyId, principal }: ReceivedCall,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    if (keyId === null) return work();
    const row = {
      key_id: keyId,
      at: new Date().toISOString(),
      method: 'BUS',
      route: id,
      // The node of the program.
      address: context.nodeID ?? '',
      request_id: context.requestID ?? context.id,
    };
    try {
      const result = await work();
      this.#usage.add({ ...row, status: spec.success ?? 200 });
      return result;
    } catch (error) {
      this.#usage.add({ ...row, status: toErrorInfo(error).status });
      const request = { endpoint: id, requestId: row.request_id, network: row.address };
      this.#refusals.addError(error, principal, request);
      throw error;
    }
  }

  /** Reports all rows of the usage log, and all refusals. */
  async flush(): Promise<void> {
    await Promise.all([this.#usage.flush(), this.#refusals.flush()]);
  }
}
