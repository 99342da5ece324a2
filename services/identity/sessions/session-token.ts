/** Tokens of browser sessions, and the lifetime of a session: 14 idle days, 30 days in all. */
export {
  hashToken as hashSessionToken,
  isToken as isSessionToken,
  newToken as newSessionToken,
} from '../random-token.ts';

const DAY_MS = 86_400_000;
const IDLE_TIMEOUT_MS = 14 * DAY_MS;
export const MAX_LIFETIME_MS = 30 * DAY_MS;
/** Uses of a session are recorded once a minute, not at every call. */
export const TOUCH_INTERVAL_MS = 60_000;

/** The end of a session used now: after 14 idle days, 30 days after it was opened at the latest. */
export const sessionExpiry = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, createdAt.getTime() + MAX_LIFETIME_MS));
