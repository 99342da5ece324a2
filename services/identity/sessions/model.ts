/** Records of browser sessions. The id is the hash of the token. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: number;
  /** The account's `session_epoch` when its password was verified. */
  epoch: number;
  created_at: Date;
  last_used_at: Date;
  /** Network address from which it was opened, and what the browser said of itself. */
  network: string | null;
  client: string | null;
  /** End of the session; MongoDB deletes the record some time later. */
  expires_at: Date;
}

export const sessionCollection = defineCollection<SessionRecord>('sessions', [
  [{ expires_at: 1 }, { expireAfterSeconds: 0 }],
  [{ user_id: 1, created_at: -1, _id: 1 }],
]);
