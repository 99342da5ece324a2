/** Telling people something: in the application those who have an account, by mail everybody (A22, E4). */
import type { ClientSession } from 'mongoose';
import type { UserRecord } from '../accounts/model.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { NotificationResource } from './model.ts';
import type { Notifications } from './repository.ts';

export interface NotificationContent {
  kind: string;
  text: string;
  resource: NotificationResource | null;
}

export interface Recipients {
  users: Pick<UserRecord, '_id' | 'email'>[];
  /** Addresses nobody has registered yet: they get the mail alone. */
  emails?: string[];
}

export class Notifier {
  readonly #notifications: Notifications;
  readonly #mailQueue: MailQueue;

  constructor(notifications: Notifications, post: MailQueue) {
    this.#notifications = notifications;
    this.#mailQueue = post;
  }

  /** Tells it once the caller's transaction has committed. */
  async notify(
    session: ClientSession,
    notice: NotificationContent,
    { users, emails = [] }: Recipients,
    now: Date,
  ): Promise<void> {
    const ids = await this.#notifications.nextIds(users.length);
    const rows = users.flatMap(({ _id: user_id }, at) => {
      const _id = ids[at];
      return _id === undefined ? [] : [{ _id, user_id, ...notice, created_at: now, read_at: null }];
    });
    await this.#notifications.add(session, rows);
    for (const email of [...users.map(({ email }) => email), ...emails]) {
      await this.#mailQueue.enqueue(session, { kind: 'notice', email, notice: { text: notice.text } }, now);
    }
  }
}
