/**
 * Who calls. identity turns a credential into a principal; the gateway signs it, with its own name as the sender; every service verifies
 * the signature without asking anyone (architecture §8). A service that calls another for the same caller signs it again under its own name,
 * so that a token read somewhere on the bus is good only for what its sender may call (hardening H31).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CompanyRole, Permission, SiteRole } from '../../contracts/permissions.ts';
import type { BusCaller } from '../../contracts/services.ts';

export type Channel = 'http' | 'mcp' | 'assistant' | 'bus';

export interface PrincipalAccount {
  id: number;
  name: string;
  email: string;
}

/** An account with the key or session it came with. */
export interface UserPrincipal {
  kind: 'user';
  user: PrincipalAccount;
  company: { id: number; name: string } | null;
  companyRole: CompanyRole | null;
  siteRoles: SiteRole[];
  /** An administrator has withheld contribution rights. */
  contributionBarred: boolean;
  credential: { type: 'session' } | { type: 'key'; id: number; name: string };
  /** The key's grant; null for a session, which carries all that its owner may do. */
  granted: Permission[] | null;
  channel: Channel;
}

/** Nobody signed in: public endpoints only. */
export interface AnonymousPrincipal {
  kind: 'anonymous';
  channel: Channel;
}

/** A service acting for itself: background jobs, the outbox. It never comes from outside. */
export interface SystemPrincipal {
  kind: 'system';
  service: string;
  channel: 'bus';
}

export type Principal = UserPrincipal | AnonymousPrincipal | SystemPrincipal;

/**
 * Whose share of what is limited a caller takes: its account's, with whatever key or session it came.
 * @param otherwise whose share it is for a caller without an account
 */
export const quotaOwner = (principal: Principal | undefined, otherwise: string): string =>
  principal?.kind === 'user' ? `user ${principal.user.id}` : otherwise;

/** What a token says. */
export interface TokenPayload {
  principal: Principal;
  /** Who sends the call. */
  sender: BusCaller;
  /** Seconds since the epoch after which the token is refused. */
  expiresAt: number;
}

const TOKEN_LIFETIME_SECONDS = 120;

/** Signs and verifies principals with the secret all nodes of one deployment share. */
export class PrincipalTokens {
  readonly #secret: string;
  readonly #verified = new LRUCache<string, TokenPayload>({ max: 5_000 });
  readonly #reissued = new LRUCache<string, string>({ max: 5_000 });

  constructor(secret: string) {
    if (secret.length < 32) throw new Error('the cluster secret needs at least 32 characters');
    this.#secret = secret;
  }

  /** Tells whether two nodes have the same secret, and nothing of it to whom has not. */
  get fingerprint(): string {
    return this.#mac('the deployment').slice(0, 16);
  }

  /** A token for this principal, good for two minutes: longer than any call, shorter than any harm. */
  sign(principal: Principal, sender: BusCaller): string {
    return this.#encode({ principal, sender, expiresAt: Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_SECONDS });
  }

  /** What a token says, or null when it is forged, malformed or expired. */
  verify(token: unknown): TokenPayload | null {
    if (typeof token !== 'string') return null;
    const known = this.#verified.get(token);
    const claims = known ?? this.#decode(token);
    if (!claims || claims.expiresAt < Date.now() / 1000) return null;
    if (!known) this.#verified.set(token, claims);
    return claims;
  }

  /** The token with which a service calls another for the caller of `claims`; it ends when theirs does. */
  reissue(token: string, claims: TokenPayload, from: BusCaller): string {
    const at = `${from} ${token}`;
    const known = this.#reissued.get(at);
    if (known) return known;
    const made = this.#encode({ ...claims, sender: from });
    this.#reissued.set(at, made);
    return made;
  }

  #encode(claims: TokenPayload): string {
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${payload}.${this.#mac(payload)}`;
  }

  #decode(token: string): TokenPayload | null {
    const dot = token.lastIndexOf('.');
    const payload = token.slice(0, Math.max(dot, 0));
    const given = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(this.#mac(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    // Our own signature stands over it, so the shape is what sign() wrote.
    const claims: TokenPayload = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return claims;
  }

  #mac(payload: string): string {
    return createHmac('sha256', this.#secret).update(payload).digest('base64url');
  }
}
