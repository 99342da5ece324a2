/**
 * Repository of browser sessions: opens them, records their use, and ends one or all of an account. The
 * lookup by token is in `principals/`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { type Page, type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import type { UserRecord } from '../accounts/model.ts';
import { hashToken, newToken } from '../random-token.ts';
import {
  MAX_LIFETIME_MS,
  type SessionRecord,
  sessionCollection,
  sessionExpiry,
  TOUCH_INTERVAL_MS,
} from './model.ts';

/** Where a session is opened. */
interface SessionOrigin {
  network: string | null;
  /** The `User-Agent` of the browser. */
  client: string | null;
}

/** The characters kept of a `User-Agent`. */
const MAX_CLIENT_LENGTH = 200;

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
    { network, client }: SessionOrigin = { network: null, client: null },
  ): Promise<OpenedSession> {
    const token = newToken();
    await this.insert(session, {
      _id: hashToken(token),
      user_id: user._id,
      epoch: user.session_epoch,
      created_at: now,
      last_used_at: now,
      expires_at: sessionExpiry(now, now),
      network,
      client: client?.slice(0, MAX_CLIENT_LENGTH) ?? null,
    });
    return { token, expiresAt: new Date(now.getTime() + MAX_LIFETIME_MS) };
  }

  /** Ends a session. @returns the id of its account; null when there was no such session */
  async close(session: ClientSession, token: string): Promise<number | null> {
    const closed = await this.model
      .findOneAndDelete({ _id: hashToken(token) }, { session })
      .lean<SessionRecord>();
    return closed?.user_id ?? null;
  }

  async closeAll(session: ClientSession, userId: number): Promise<void> {
    await this.model.deleteMany({ user_id: userId }, { session });
  }

  /**
   * Ends all sessions of an account but one, which goes on in the epoch of the new password. @returns how many ended
   */
  async closeOthers(
    session: ClientSession,
    userId: number,
    keptId: string | null,
    epoch: number,
  ): Promise<number> {
    const { deletedCount } = await this.model.deleteMany(
      { user_id: userId, _id: { $ne: keptId ?? '' } },
      { session },
    );
    if (keptId !== null)
      await this.model.updateOne({ _id: keptId, user_id: userId }, { $set: { epoch } }, { session });
    return deletedCount;
  }

  /** The sessions of an account that have not ended, newest first. */
  listValid(user: SessionOwner, now: Date, range: PageRange): Promise<Page<SessionRecord>> {
    return this.page(validOf(user, now), { created_at: -1, _id: 1 }, range);
  }

  /** Ends one session of an account; false when it has none with this id. */
  async closeOne(session: ClientSession, user: SessionOwner, id: string, now: Date): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: id, ...validOf(user, now) }, { session });
    return deletedCount === 1;
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

type SessionOwner = Pick<UserRecord, '_id' | 'session_epoch'>;

const validOf = ({ _id, session_epoch }: SessionOwner, now: Date) => ({
  user_id: _id,
  epoch: session_epoch,
  expires_at: { $gt: now },
});
