/**
 * The authenticator: turns the API key or session cookie of a request into a signed principal for the
 * services, anonymous without either, and rejects keys in the query. A principal is cached for at most a second, so
 * that a revoked key or a lost role is refused on every node within a second.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { containsApiKey, isApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import type { Principal, UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { apiError, unauthenticated } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { type Node, readAsService } from '../../../shared/kernel/node/node.ts';
import { headerLines } from '../requests/header-lines.ts';
import { readSessionToken } from './session-cookie.ts';

export interface SignedPrincipal {
  principal: Principal;
  token: string;
}

interface Credential {
  type: 'key' | 'session';
  secret: string;
}

export class Authenticator {
  readonly #node: Node;
  readonly #cache: LRUCache<string, Promise<SignedPrincipal | null>>;
  readonly #anonymousCache = new LRUCache<'nobody', SignedPrincipal>({ max: 1, ttl: 60_000 });

  constructor(node: Node) {
    this.#node = node;
    this.#cache = new LRUCache({ max: 10_000, ttl: node.principalCacheTtlMs });
  }

  /**
   * The caller of a request.
   * @throws UNAUTHENTICATED for a bad credential, unless the endpoint ignores it; MALFORMED_REQUEST for two
   * Authorization headers; KEY_IN_QUERY for a key in the URL
   */
  async authenticate(
    spec: EndpointSpec,
    request: IncomingMessage,
    search: URLSearchParams,
  ): Promise<SignedPrincipal> {
    for (const [name, value] of search) {
      if (containsApiKey(name) || containsApiKey(value))
        throw apiError(
          'KEY_IN_QUERY',
          'API keys are not accepted in the URL. Send the key as Authorization: Bearer, and revoke this one, because URLs are logged.',
        );
    }
    if (spec.credential === 'ignored') return this.#anonymousPrincipal();
    const credential = readCredential(this.#node.config, request);
    if (!credential) return this.#anonymousPrincipal();
    const caller = await this.#resolvePrincipal(credential);
    if (!caller) throw unauthenticated(spec.auth);
    return caller;
  }

  /** Drops the principals of all accounts, not only of one: a look-up costs a millisecond. */
  clearCache(): void {
    this.#cache.clear();
  }

  async #resolvePrincipal({ type, secret }: Credential): Promise<SignedPrincipal | null> {
    const cacheKey = `${type} ${secret}`;
    const cached = this.#cache.get(cacheKey);
    if (cached) return cached;
    // The checksum rejects garbage without a call.
    if (type === 'key' && !isApiKey(secret)) return null;
    const resolving = readAsService(this.#node, 'gateway', 'identity.principal', { type, secret }).then(
      ({ principal }) => (principal ? this.#sign({ ...principal, channel: 'http' }) : null),
    );
    this.#cache.set(cacheKey, resolving);
    // A failed call must not be cached.
    resolving.catch(() => this.#cache.delete(cacheKey));
    return resolving;
  }

  #anonymousPrincipal(): SignedPrincipal {
    const cached = this.#anonymousCache.get('nobody');
    if (cached) return cached;
    const anonymous = this.#sign({ kind: 'anonymous', channel: 'http' });
    this.#anonymousCache.set('nobody', anonymous);
    return anonymous;
  }

  #sign(principal: UserPrincipal | Extract<Principal, { kind: 'anonymous' }>): SignedPrincipal {
    return { principal, token: this.#node.tokens.sign(principal, 'gateway') };
  }
}

/** The credential of a request; Bearer wins over a cookie. */
function readCredential(config: Config, request: IncomingMessage): Credential | null {
  const headers = headerLines(request, 'authorization');
  if (headers.length > 1) throw apiError('MALFORMED_REQUEST', 'Send only one Authorization header.');
  const [header] = headers;
  if (header !== undefined) {
    const bearer = /^bearer +([^\s]+)$/i.exec(header.trim());
    // Another scheme is a credential too, and an invalid one.
    return { type: 'key', secret: bearer?.[1] ?? '' };
  }
  const token = readSessionToken(config, request);
  return token ? { type: 'session', secret: token } : null;
}
