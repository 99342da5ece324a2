/** Queries on keys. Every one names the owner: another account's key is not there. */
import type { ClientSession, Connection } from 'mongoose';
import type { Counters } from '../../../shared/kernel/database/counters.ts';
import { type KeyRecord, keyModel } from './model.ts';

/** What of a key its owner may change. */
export type KeyChange = Partial<Pick<KeyRecord, 'name' | 'permissions' | 'expires_at'>>;

export class Keys {
  readonly #keys: ReturnType<typeof keyModel>;
  readonly #counters: Counters;

  constructor(connection: Connection, counters: Counters) {
    this.#keys = keyModel(connection);
    this.#counters = counters;
  }

  /** An id for a new key; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('keys');
  }

  async add(session: ClientSession, key: KeyRecord): Promise<void> {
    await this.#keys.create([key], { session });
  }

  /** The keys of an account, newest first, with how many there are in all. */
  async page(userId: number, limit: number, offset: number): Promise<{ rows: KeyRecord[]; total: number }> {
    const [rows, total] = await Promise.all([
      this.#keys.find({ user_id: userId }).sort({ _id: -1 }).skip(offset).limit(limit).lean<KeyRecord[]>().exec(),
      this.#keys.countDocuments({ user_id: userId }),
    ]);
    return { rows, total };
  }

  find(userId: number, id: number): Promise<KeyRecord | null> {
    return this.#keys.findOne({ _id: id, user_id: userId }).lean<KeyRecord>().exec();
  }

  /** Changes a key that is not revoked; null when the account has no such key. */
  change(session: ClientSession, userId: number, id: number, change: KeyChange): Promise<KeyRecord | null> {
    return this.#keys
      .findOneAndUpdate({ _id: id, user_id: userId, revoked_at: null }, { $set: change }, { session, returnDocument: 'before' })
      .lean<KeyRecord>()
      .exec();
  }

  /** Gives a key a new secret in place of the one that was read; null when it was revoked or rotated meanwhile. */
  rotate(
    session: ClientSession,
    { _id, user_id, hash }: KeyRecord,
    secret: Pick<KeyRecord, 'hash' | 'previous' | 'prefix' | 'last_four'>,
  ): Promise<KeyRecord | null> {
    return this.#keys
      .findOneAndUpdate({ _id, user_id, hash, revoked_at: null }, { $set: secret }, { session, returnDocument: 'after' })
      .lean<KeyRecord>()
      .exec();
  }

  /** Revokes a key; null when the account has no such key or it is revoked already. */
  revoke(session: ClientSession, userId: number, id: number, now: Date): Promise<KeyRecord | null> {
    return this.#keys
      .findOneAndUpdate(
        { _id: id, user_id: userId, revoked_at: null },
        { $set: { revoked_at: now } },
        { session, returnDocument: 'after' },
      )
      .lean<KeyRecord>()
      .exec();
  }
}
