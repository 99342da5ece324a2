/**
 * From a request to the signed principal that travels in meta (architecture §8; decisions A2, A11, A15). A principal is kept for at most
 * a second, so that a revoked key or a lost role is refused on every node within one.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { holdsKey, isKeyText } from '../../../shared/kernel/callers/key-text.ts';
import type { Principal, UserPrincipal } from '../../../shared/kernel/callers/principal.ts';
import type { Config } from '../../../shared/kernel/config.ts';
import { fail, unauthenticated } from '../../../shared/kernel/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import { readSessionToken } from './session-cookie.ts';

export interface SignedPrincipal {
  principal: Principal;
  token: string;
}

interface Credential {
  type: 'key' | 'session';
  secret: string;
}

export class Credentials {
  readonly #node: Node;
  readonly #known: LRUCache<string, Promise<SignedPrincipal | null>>;
  readonly #nobody = new LRUCache<'nobody', SignedPrincipal>({ max: 1, ttl: 60_000 });

  constructor(node: Node) {
    this.#node = node;
    this.#known = new LRUCache({ max: 10_000, ttl: node.principalLifetimeMs });
  }

  /**
   * Who sends this request.
   * @throws UNAUTHENTICATED for a bad credential, wherever one is judged; MALFORMED_REQUEST for two of them; KEY_IN_QUERY
   */
  async judge(spec: EndpointSpec, request: IncomingMessage, search: URLSearchParams): Promise<SignedPrincipal> {
    for (const [name, value] of search) {
      if (holdsKey(name) || holdsKey(value))
        throw fail(
          'KEY_IN_QUERY',
          'Send the key as Authorization: Bearer, never in the address. Revoke this one: addresses are logged.',
        );
    }
    if (spec.credential === 'ignored') return this.#anonymous();
    const credential = readCredential(this.#node.config, request);
    if (!credential) return this.#anonymous();
    const known = await this.#resolve(credential);
    if (!known) throw unauthenticated();
    return known;
  }

  /** Forgets every principal: somebody's rights changed, and asking again costs a millisecond. */
  forgetAll(): void {
    this.#known.clear();
  }

  async #resolve({ type, secret }: Credential): Promise<SignedPrincipal | null> {
    // The checksum tells garbage from a key here: it costs nobody a call.
    if (type === 'key' && !isKeyText(secret)) return null;
    const at = `${type} ${secret}`;
    const known = this.#known.get(at);
    if (known) return known;
    const asked = callAsService(this.#node, 'gateway', 'identity.principal', { type, secret }).then(({ principal }) =>
      principal ? this.#sign({ ...principal, channel: 'http' }) : null,
    );
    this.#known.set(at, asked);
    // A failed question must not be remembered as an answer.
    asked.catch(() => this.#known.delete(at));
    return asked;
  }

  #anonymous(): SignedPrincipal {
    const known = this.#nobody.get('nobody');
    if (known) return known;
    const made = this.#sign({ kind: 'anonymous', channel: 'http' });
    this.#nobody.set('nobody', made);
    return made;
  }

  #sign(principal: UserPrincipal | Extract<Principal, { kind: 'anonymous' }>): SignedPrincipal {
    return { principal, token: this.#node.seal.sign(principal, 'gateway') };
  }
}

/** Bearer beside a cookie: Bearer decides (A15). */
function readCredential(config: Config, request: IncomingMessage): Credential | null {
  const headers = request.headersDistinct.authorization ?? [];
  if (headers.length > 1) throw fail('MALFORMED_REQUEST', 'Send one Authorization header.');
  const [header] = headers;
  if (header !== undefined) {
    const bearer = /^bearer +([^\s]+)$/i.exec(header.trim());
    // Another scheme is a credential too, and not one of ours.
    return { type: 'key', secret: bearer?.[1] ?? '' };
  }
  const token = readSessionToken(config, request);
  return token ? { type: 'session', secret: token } : null;
}
