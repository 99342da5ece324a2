/**
 * Principals (callers), the owner of the quota that each uses, and their signed tokens. The gateway signs the
 * principal of a request; every service verifies it locally, and signs it again under its own name for calls to
 * others, so that a token seen on the bus is valid only for what its sender may call.
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

/** An account with its credential. */
export interface UserPrincipal {
  kind: 'user';
  user: PrincipalAccount;
  company: { id: number; name: string } | null;
  companyRole: CompanyRole | null;
  siteRoles: SiteRole[];
  /** An administrator has withheld contribution rights. */
  contributionBarred: boolean;
  /** A session has the id by which its account lists it. */
  credential: { type: 'session'; id?: string | undefined } | { type: 'key'; id: number; name: string };
  /** The grant of the key; null for a session, which has all rights of its account. */
  granted: Permission[] | null;
  channel: Channel;
}

/** A caller without a credential: public endpoints only. */
interface AnonymousPrincipal {
  kind: 'anonymous';
  channel: Channel;
}

/** A service acting for itself: background jobs, the outbox. Never from outside. */
export interface SystemPrincipal {
  kind: 'system';
  service: string;
  channel: 'bus';
}

export type Principal = UserPrincipal | AnonymousPrincipal | SystemPrincipal;

/**
 * The owner whose quota a caller uses: the account, with any of its credentials.
 * @param otherwise the owner for a caller without an account
 */
export const quotaOwner = (principal: Principal | undefined, otherwise: string): string =>
  principal?.kind === 'user' ? `user ${principal.user.id}` : otherwise;

export interface TokenPayload {
  principal: Principal;
  sender: BusCaller;
  /** Seconds since the epoch. */
  expiresAt: number;
  /**
   * Hash of the API key that a program on the bus signed in with. The service that it calls looks the key up,
   * since the token outlives a revocation; the principal here is that of the sign-in.
   */
  keyHash?: string;
}

export const TOKEN_LIFETIME_SECONDS = 120;

/** Signs and verifies principals with the secret that all nodes of a deployment share. */
export class PrincipalTokens {
  readonly #secret: string;
  readonly #verified = new LRUCache<string, TokenPayload>({ max: 5_000 });
  readonly #reissued = new LRUCache<string, string>({ max: 5_000 });

  constructor(secret: string) {
    if (secret.length < 32) throw new Error('the cluster secret needs at least 32 characters');
    this.#secret = secret;
  }

  /** Equal on nodes with the same secret, without revealing it. */
  get fingerprint(): string {
    return this.#mac('the deployment').slice(0, 16);
  }

  /**
   * A token that is valid for two minutes, longer than any call.
   * @param keyHash of a program on the bus, whose key is looked up with every call
   */
  sign(principal: Principal, sender: BusCaller, keyHash?: string): string {
    return this.#encode({
      principal,
      sender,
      expiresAt: Math.floor(Date.now() / 1000) + TOKEN_LIFETIME_SECONDS,
      ...(keyHash === undefined ? {} : { keyHash }),
    });
  }

  /** Null for a token that is forged, malformed or expired. */
  verify(token: unknown): TokenPayload | null {
    if (typeof token !== 'string') return null;
    const cached = this.#verified.get(token);
    const payload = cached ?? this.#decode(token);
    // A payload without a time of expiry has expired.
    if (!payload || !(payload.expiresAt >= Date.now() / 1000)) return null;
    if (!cached) this.#verified.set(token, payload);
    return payload;
  }

  /**
   * Whether a token of a node is genuine and out of date. It is younger than any call, so the clocks of two nodes
   * differ. The token of a program on the bus may be out of date.
   */
  isOfOtherClock(token: unknown): boolean {
    const payload = typeof token === 'string' ? this.#decode(token) : null;
    return payload !== null && payload.keyHash === undefined && payload.expiresAt < Date.now() / 1000;
  }

  /** A token for the same caller with another sender; it expires with the original. */
  reissue(token: string, payload: TokenPayload, sender: BusCaller): string {
    const cacheKey = `${sender} ${token}`;
    const cached = this.#reissued.get(cacheKey);
    if (cached) return cached;
    const reissued = this.#encode({ ...payload, sender });
    this.#reissued.set(cacheKey, reissued);
    return reissued;
  }

  #encode(payload: TokenPayload): string {
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${text}.${this.#mac(text)}`;
  }

  #decode(token: string): TokenPayload | null {
    const dot = token.lastIndexOf('.');
    const text = token.slice(0, Math.max(dot, 0));
    const given = Buffer.from(token.slice(dot + 1));
    const expected = Buffer.from(this.#mac(text));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    // The signature is ours, so the shape is that of `sign`.
    const payload: TokenPayload = JSON.parse(Buffer.from(text, 'base64url').toString());
    return payload;
  }

  #mac(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}
