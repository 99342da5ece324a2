/**
 * Repository of API keys: lists, changes, rotation and revocation. Every query names the owner: keys of
 * another account are not found. The lookup by secret is in `principals/`.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import { type KeyRecord, keyCollection } from './model.ts';

/** The fields of a key that its owner may change. */
export type KeyChange = Partial<Pick<KeyRecord, 'name' | 'permissions' | 'expires_at'>>;

export class Keys extends NumberedRecords<KeyRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(keyCollection(connection), counters);
  }

  /** The keys of an account, newest first. */
  listOwn(userId: number, range: PageRange): Promise<Page<KeyRecord>> {
    return this.page({ user_id: userId }, { _id: -1 }, range);
  }

  findOwn(userId: number, id: number): Promise<KeyRecord | null> {
    return this.findOne({ _id: id, user_id: userId });
  }

  /** Changes a key that is not revoked; null when the account has no such key. @returns the key as it was */
  change(session: ClientSession, userId: number, id: number, change: KeyChange): Promise<KeyRecord | null> {
    return this.update(session, { _id: id, user_id: userId, revoked_at: null }, { $set: change }, 'before');
  }

  /**
   * Gives a key a new secret in place of the one that was read; null when it has been revoked or rotated
   * since.
   */
  rotate(
    session: ClientSession,
    { _id, user_id, hash }: KeyRecord,
    secret: Pick<KeyRecord, 'hash' | 'previous' | 'prefix' | 'last_four'>,
  ): Promise<KeyRecord | null> {
    return this.update(session, { _id, user_id, hash, revoked_at: null }, { $set: secret });
  }

  /** Revokes a key; null when the account has no such key or it is revoked already. */
  revoke(session: ClientSession, userId: number, id: number, now: Date): Promise<KeyRecord | null> {
    return this.update(
      session,
      { _id: id, user_id: userId, revoked_at: null },
      { $set: { revoked_at: now } },
    );
  }
}
