/** The token of a browser session: 32 random bytes, kept as a hash, and how long it lives (A17). Pure but for the randomness. */
import { createHash, randomBytes } from 'node:crypto';

const DAY_MS = 86_400_000;
export const IDLE_MS = 14 * DAY_MS;
export const LIFETIME_MS = 30 * DAY_MS;
/** A session in use is written down once a minute, not at every call. */
export const TOUCH_MS = 60_000;

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

export const newSessionToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be one of our tokens at all; garbage costs no look-up. */
export const isSessionToken = (text: string): boolean => SHAPE.test(text);

/** What is kept of a token: SHA-256, in hex. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** When a session used now ends unless it is used again: after 14 idle days, 30 days after it began at the latest. */
export const endOfSession = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LIFETIME_MS));
