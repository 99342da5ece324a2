/**
 * Repository of notifications: the list of an account and mark as read, both limited to that account. Also a
 * record of the events already processed.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import {
  NumberedRecords,
  type Page,
  type PageRange,
  Records,
} from '../../../shared/kernel/database/records.ts';
import {
  type NotificationRecord,
  notificationCollection,
  type ProcessedEventRecord,
  processedEventCollection,
} from './model.ts';

export class Notifications extends NumberedRecords<NotificationRecord> {
  readonly #processedEvents: Records<ProcessedEventRecord>;

  constructor(connection: Connection, counters: IdCounters) {
    super(notificationCollection(connection), counters);
    this.#processedEvents = new Records(processedEventCollection(connection));
  }

  /** Records that an event was processed. @throws a duplicate key error when it was processed before */
  recordEvent(session: ClientSession, eventId: string, at: Date): Promise<void> {
    return this.#processedEvents.insert(session, { _id: eventId, at });
  }

  /** The notifications of an account, newest first, with how many of all are unread. */
  async listOwn(
    userId: number,
    unreadOnly: boolean,
    range: PageRange,
  ): Promise<Page<NotificationRecord> & { unreadTotal: number }> {
    const unread = { user_id: userId, read_at: null };
    const [page, unreadTotal] = await Promise.all([
      this.page(unreadOnly ? unread : { user_id: userId }, { _id: -1 }, range),
      this.model.countDocuments(unread).exec(),
    ]);
    return { ...page, unreadTotal };
  }

  /** The unread notifications of an account, newest first, without those of some kinds. */
  listUnreadExcept(
    userId: number,
    kinds: readonly string[],
    limit: number,
  ): Promise<Page<NotificationRecord>> {
    const filter = { user_id: userId, read_at: null, kind: { $nin: [...kinds] } };
    return this.page(filter, { _id: -1 }, { limit });
  }

  findOwn(session: ClientSession, userId: number, id: number): Promise<NotificationRecord | null> {
    return this.findOne({ _id: id, user_id: userId }, session);
  }

  /** Marks an unread notification as read; null when the account has no such one. */
  markRead(
    session: ClientSession,
    userId: number,
    id: number,
    now: Date,
  ): Promise<NotificationRecord | null> {
    return this.update(session, { _id: id, user_id: userId, read_at: null }, { $set: { read_at: now } });
  }
}
