/**
 * Locks that transactions take: a record for each, which its transaction writes. Of two that write one the server
 * refuses the later, which starts over on what the first has committed.
 */
import type { ClientSession, Connection } from 'mongoose';
import { defineCollection } from './records.ts';

/** Takes locks by their ids until the transaction ends; a lock is created when it is first taken. */
export type TransactionLock = (session: ClientSession, ...ids: readonly (number | string)[]) => Promise<void>;

/** @param name of the collection of the locks, which has no other records */
export function defineTransactionLock(connection: Connection, name: string): TransactionLock {
  const locks = defineCollection<{ _id: number | string; changes: number }>(name)(connection);
  return async (session, ...ids) => {
    for (const _id of ids)
      await locks.updateOne({ _id }, { $inc: { changes: 1 } }, { upsert: true, session });
  };
}
