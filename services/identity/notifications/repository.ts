/** Queries on notifications. Every one names the account: another one's are not there. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { type NotificationRecord, notificationModel, processedEventModel } from './model.ts';

export class Notifications {
  readonly #rows: ReturnType<typeof notificationModel>;
  readonly #processedEvents: ReturnType<typeof processedEventModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    this.#rows = notificationModel(connection);
    this.#processedEvents = processedEventModel(connection);
    this.#counters = counters;
  }

  /** Ids for new notifications, ascending. */
  nextIds(count: number): Promise<number[]> {
    return this.#counters.take('notifications', count);
  }

  async add(session: ClientSession, rows: NotificationRecord[]): Promise<void> {
    if (rows.length > 0) await this.#rows.insertMany(rows, { session });
  }

  /** Writes down that an event was told. @throws a duplicate key when it was told before */
  async recordEvent(session: ClientSession, eventId: string, at: Date): Promise<void> {
    await this.#processedEvents.create([{ _id: eventId, at }], { session });
  }

  async page(
    userId: number,
    unreadOnly: boolean,
    limit: number,
    offset: number,
  ): Promise<{ rows: NotificationRecord[]; total: number; unread: number }> {
    const unread = { user_id: userId, read_at: null };
    const query = unreadOnly ? unread : { user_id: userId };
    const [rows, total, unreadTotal] = await Promise.all([
      this.#rows.find(query).sort({ _id: -1 }).skip(offset).limit(limit).lean<NotificationRecord[]>(),
      this.#rows.countDocuments(query),
      this.#rows.countDocuments(unread),
    ]);
    return { rows, total, unread: unreadTotal };
  }

  find(session: ClientSession, userId: number, id: number): Promise<NotificationRecord | null> {
    return this.#rows.findOne({ _id: id, user_id: userId }).session(session).lean<NotificationRecord>().exec();
  }

  /** Marks one as read; null when there is none that is unread. */
  markRead(session: ClientSession, userId: number, id: number, now: Date): Promise<NotificationRecord | null> {
    return this.#rows
      .findOneAndUpdate(
        { _id: id, user_id: userId, read_at: null },
        { $set: { read_at: now } },
        { session, returnDocument: 'after' },
      )
      .lean<NotificationRecord>()
      .exec();
  }
}
