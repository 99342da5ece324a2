/**
 * Signed cookies by which identity recognises a browser in which an account has signed in before, so that failed
 * sign-ins elsewhere never lock that browser out. The signing secrets are in the database, so that every node knows
 * them; the newest signs, and older ones verify until no cookie of theirs is left.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';

const DAY_MS = 86_400_000;
const LIFETIME_MS = 365 * DAY_MS;
const ROTATION_MS = 90 * DAY_MS;
/** Accounts that one browser is known for; the oldest is forgotten. */
const MAX_ACCOUNTS = 8;
const MAX_COOKIE_LENGTH = 1_000;

interface SecretRecord {
  _id: string;
  secret: string;
  created_at: Date;
}

const secretCollection = defineCollection<SecretRecord>('known_browser_secrets', [
  [{ created_at: 1 }, { expireAfterSeconds: (LIFETIME_MS + ROTATION_MS + DAY_MS) / 1_000 }],
]);

/** The cookie that a sign-in sets. */
interface KnownBrowserCookie {
  value: string;
  expiresAt: Date;
}

/** The cookie as the gateway gets it; its members are null where no session was opened. */
export const presentKnownBrowser = (cookie: KnownBrowserCookie | null) => ({
  known_browser: cookie?.value ?? null,
  known_browser_ends_at: cookie?.expiresAt.toISOString() ?? null,
});

interface Mark {
  userId: number;
  /** Seconds since the epoch. */
  expires: number;
  secretId: string;
  mac: string;
}

export class KnownBrowsers extends Records<SecretRecord> {
  readonly #secrets = new Map<string, SecretRecord>();

  constructor(connection: Connection) {
    super(secretCollection(connection));
  }

  /** Whether the account has signed in with the browser that sent this cookie. */
  async isKnown(cookie: string | null, userId: number, now: Date): Promise<boolean> {
    const mark = parseMarks(cookie).find((one) => one.userId === userId);
    return mark !== undefined && mark.expires > now.getTime() / 1_000 && (await this.#isGenuine(mark));
  }

  /** The cookie of a browser with which the account has signed in; it keeps the other accounts of the old one. */
  async remember(cookie: string | null, userId: number, now: Date): Promise<KnownBrowserCookie> {
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const expires = Math.floor(expiresAt.getTime() / 1_000);
    const { _id: secretId, secret } = await this.#currentSecret(now);
    const own: Mark = { userId, expires, secretId, mac: sign(secret, userId, expires) };
    const others: Mark[] = [];
    for (const mark of parseMarks(cookie))
      if (mark.userId !== userId && (await this.#isGenuine(mark))) others.push(mark);
    return { value: [own, ...others].slice(0, MAX_ACCOUNTS).map(formatMark).join('~'), expiresAt };
  }

  async #isGenuine({ userId, expires, secretId, mac }: Mark): Promise<boolean> {
    const known = this.#secrets.get(secretId) ?? (await this.findById(secretId));
    if (!known) return false;
    this.#secrets.set(secretId, known);
    const [given, expected] = [Buffer.from(mac), Buffer.from(sign(known.secret, userId, expires))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** The newest secret; another one when it is older than three months. Two nodes may each make one: both verify. */
  async #currentSecret(now: Date): Promise<SecretRecord> {
    const isFresh = ({ created_at }: SecretRecord): boolean =>
      now.getTime() - created_at.getTime() < ROTATION_MS;
    const cached = [...this.#secrets.values()].find(isFresh);
    if (cached) return cached;
    const newest = await this.findOne({}, null, { created_at: -1 });
    const secret =
      newest && isFresh(newest)
        ? newest
        : {
            _id: randomBytes(6).toString('hex'),
            secret: randomBytes(32).toString('base64url'),
            created_at: now,
          };
    if (secret !== newest) await this.insert(null, secret);
    this.#secrets.set(secret._id, secret);
    return secret;
  }
}

const sign = (secret: string, userId: number, expires: number): string =>
  createHmac('sha256', secret).update(`known browser ${userId} ${expires}`).digest('base64url');

const formatMark = ({ userId, expires, secretId, mac }: Mark): string =>
  [userId, expires, secretId, mac].join('.');

const MARK = /^(\d{1,15})\.(\d{1,12})\.([0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

function parseMarks(cookie: string | null): Mark[] {
  if (cookie === null || cookie.length > MAX_COOKIE_LENGTH) return [];
  return cookie.split('~').flatMap((text) => {
    const [, userId, expires, secretId, mac] = MARK.exec(text) ?? [];
    return userId && expires && secretId && mac
      ? [{ userId: Number(userId), expires: Number(expires), secretId, mac }]
      : [];
  });
}
