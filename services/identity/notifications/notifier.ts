/**
 * Notifies people, for identity's own handlers and for `identity.notify`: in the caller's transaction it stores a
 * notification for each account and queues a mail to every recipient.
 */
import type { ClientSession } from 'mongoose';
import type { UserRecord } from '../accounts/model.ts';
import type { MailQueue } from '../mail/mail-queue.ts';
import type { NotificationResource } from './model.ts';
import type { Notifications } from './repository.ts';

interface NotificationContent {
  kind: string;
  text: string;
  resource: NotificationResource | null;
}

interface Recipients {
  users: Pick<UserRecord, '_id' | 'email'>[];
  /** Emails without an account: they get the mail only. */
  emails?: string[];
}

export class Notifier {
  readonly #notifications: Notifications;
  readonly #mailQueue: MailQueue;

  constructor(notifications: Notifications, mailQueue: MailQueue) {
    this.#notifications = notifications;
    this.#mailQueue = mailQueue;
  }

  /** Takes effect when the caller's transaction commits. */
  async notify(
    session: ClientSession,
    content: NotificationContent,
    { users, emails = [] }: Recipients,
    now: Date,
  ): Promise<void> {
    const ids = await this.#notifications.nextIds(users.length);
    const rows = users.flatMap(({ _id: user_id }, index) => {
      const _id = ids[index];
      return _id === undefined ? [] : [{ _id, user_id, ...content, created_at: now, read_at: null }];
    });
    await this.#notifications.insert(session, ...rows);
    for (const email of [...users.map(({ email }) => email), ...emails]) {
      await this.#mailQueue.enqueue(
        session,
        { kind: 'notification', email, notification: { text: content.text } },
        now,
      );
    }
  }
}
