/**
 * Repository of browser sessions: opens them, records their use, and ends one or all of an account. The
 * lookup by token is in `principals/`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { UserRecord } from '../accounts/model.ts';
import { type SessionRecord, sessionCollection } from './model.ts';
import {
  hashSessionToken,
  MAX_LIFETIME_MS,
  newSessionToken,
  sessionExpiry,
  TOUCH_INTERVAL_MS,
} from './session-token.ts';

interface OpenedSession {
  token: string;
  /** The latest end, however often the session is used. */
  expiresAt: Date;
}

export class Sessions extends Records<SessionRecord> {
  constructor(connection: Connection) {
    super(sessionCollection(connection));
  }

  /**
   * Opens a session. Only the hash of its token is stored: the caller has the only copy.
   * @param user as it was read before the password was verified
   */
  async open(
    session: ClientSession,
    user: Pick<UserRecord, '_id' | 'session_epoch'>,
    now: Date,
  ): Promise<OpenedSession> {
    const token = newSessionToken();
    await this.insert(session, {
      _id: hashSessionToken(token),
      user_id: user._id,
      epoch: user.session_epoch,
      created_at: now,
      last_used_at: now,
      expires_at: sessionExpiry(now, now),
    });
    return { token, expiresAt: new Date(now.getTime() + MAX_LIFETIME_MS) };
  }

  /** Ends a session. @returns the id of its account; null when there was no such session */
  async close(session: ClientSession, token: string): Promise<number | null> {
    const closed = await this.model
      .findOneAndDelete({ _id: hashSessionToken(token) }, { session })
      .lean<SessionRecord>();
    return closed?.user_id ?? null;
  }

  async closeAll(session: ClientSession, userId: number): Promise<void> {
    await this.model.deleteMany({ user_id: userId }, { session });
  }

  /** Records that a session is in use, at most once a minute. */
  async touch(
    { _id, created_at, last_used_at }: Pick<SessionRecord, '_id' | 'created_at' | 'last_used_at'>,
    now: Date,
  ): Promise<void> {
    if (now.getTime() - last_used_at.getTime() < TOUCH_INTERVAL_MS) return;
    const used = { last_used_at: now, expires_at: sessionExpiry(created_at, now) };
    await this.model.updateOne({ _id, last_used_at }, { $set: used });
  }
}
