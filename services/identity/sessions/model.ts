/**
 * Record of a browser session; its id is the hash of its token. Also how long sessions last: 14 idle days, 30 days in
 * all.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: number;
  /** The account's `session_epoch` when its password was verified. */
  epoch: number;
  created_at: Date;
  last_used_at: Date;
  /** Network address from which it was opened, and the `User-Agent` of the browser. */
  network: string | null;
  client: string | null;
  /** End of the session; MongoDB deletes the record some time later. */
  expires_at: Date;
}

export const sessionCollection = defineCollection<SessionRecord>('sessions', [
  [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  [{ user_id: 1, created_at: -1, _id: 1 }],
]);

const DAY_MS = 86_400_000;
const IDLE_TIMEOUT_MS = 14 * DAY_MS;
export const MAX_LIFETIME_MS = 30 * DAY_MS;
/** Uses of a session are recorded once a minute, not at every call. */
export const TOUCH_INTERVAL_MS = 60_000;

/** The end of a session used now: after 14 idle days, 30 days after it was opened at the latest. */
export const sessionExpiry = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, createdAt.getTime() + MAX_LIFETIME_MS));
