/**
 * Locks for transactions: a record that each transaction writes. Of two transactions that write one, the server
 * refuses the later, which starts over on what the first has committed. Also locks that many transactions share and one
 * takes alone.
 */
import type { ClientSession, Connection } from 'mongoose';
import { collectionOf, defineCollection } from './records.ts';

/** Takes locks by their ids until the transaction ends; a lock is created when it is first taken. */
export type TransactionLock = (session: ClientSession, ...ids: readonly (number | string)[]) => Promise<void>;

/** @param name of the collection of the locks, which has no other records */
export function defineTransactionLock(connection: Connection, name: string): TransactionLock {
  const locks = collectionOf(defineCollection<{ _id: number | string; changes: number }>(name)(connection));
  return async (session, ...ids) => {
    // One command for all: the longer a transaction takes its locks, the more often others conflict with it.
    await locks.bulkWrite(
      ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { changes: 1 } }, upsert: true } })),
      { session },
    );
  };
}

/** A lock that many transactions may share, and that one takes for itself. */
export interface SharedLock {
  /**
   * Conflicts with the transaction that takes the lock for itself, and rarely with another that shares it.
   * @param sharer a number that differs among those who share it at one time, such as the id of what each adds
   */
  share(session: ClientSession, id: number | string, sharer: number): Promise<void>;
  /** Conflicts with every transaction that shares the lock. */
  takeAlone(session: ClientSession, id: number | string): Promise<void>;
}

/** Number of records of a shared lock; many, so that transactions that share it seldom write the same one. */
const SHARES = 16;

const shareId = (id: number | string, number: number): string => `${id} ${number}`;

/** @param name of the collection of the locks, which has no other records */
export function defineSharedLock(connection: Connection, name: string): SharedLock {
  const lock = defineTransactionLock(connection, name);
  return {
    share: (session, id, sharer) => lock(session, shareId(id, sharer % SHARES)),
    takeAlone: (session, id) =>
      lock(session, ...Array.from({ length: SHARES }, (_, number) => shareId(id, number))),
  };
}
