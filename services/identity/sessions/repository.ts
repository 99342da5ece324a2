/** Queries on sessions. */
import type { ClientSession, Connection } from 'mongoose';
import type { UserRecord } from '../accounts/model.ts';
import { type SessionRecord, sessionModel } from './model.ts';
import { hashSessionToken, MAX_LIFETIME_MS, newSessionToken, sessionExpiry, TOUCH_INTERVAL_MS } from './session-token.ts';

export interface NewSession {
  token: string;
  /** The end no use can put off. */
  expiresAt: Date;
}

export class Sessions {
  readonly #sessions: ReturnType<typeof sessionModel>;

  constructor(connection: Connection) {
    this.#sessions = sessionModel(connection);
  }

  /** Opens a session; its token is told here and nowhere else. `user` as it was read before its password was tried. */
  async open(
    session: ClientSession,
    user: Pick<UserRecord, '_id' | 'session_epoch'>,
    userAgent: string | null,
    now: Date,
  ): Promise<NewSession> {
    const token = newSessionToken();
    const record: SessionRecord = {
      _id: hashSessionToken(token),
      user_id: user._id,
      epoch: user.session_epoch,
      created_at: now,
      last_used_at: now,
      expires_at: sessionExpiry(now, now),
      user_agent: userAgent,
    };
    await this.#sessions.create([record], { session });
    return { token, expiresAt: new Date(now.getTime() + MAX_LIFETIME_MS) };
  }

  /** Ends a session; the account it belonged to, or null when there was none. */
  async close(session: ClientSession, token: string): Promise<number | null> {
    const closed = await this.#sessions
      .findOneAndDelete({ _id: hashSessionToken(token) }, { session })
      .lean<SessionRecord>()
      .exec();
    return closed?.user_id ?? null;
  }

  /** Ends all sessions of an account. */
  async closeAll(session: ClientSession, userId: number): Promise<void> {
    await this.#sessions.deleteMany({ user_id: userId }, { session });
  }

  /** Writes down that a session is in use, at most once a minute. */
  async touch(seen: Pick<SessionRecord, '_id' | 'created_at' | 'last_used_at'>, now: Date): Promise<void> {
    if (now.getTime() - seen.last_used_at.getTime() < TOUCH_INTERVAL_MS) return;
    await this.#sessions.updateOne(
      { _id: seen._id, last_used_at: seen.last_used_at },
      { $set: { last_used_at: now, expires_at: sessionExpiry(seen.created_at, now) } },
    );
  }
}
