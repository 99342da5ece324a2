/**
 * Repository of queued mails: insertion, lookup of an unsent mail, count for the hourly limit, mark as sent.
 */

import type { Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';
import type { PendingRegistration } from '../accounts/model.ts';

type MailKind = 'registration' | 'password_reset' | 'notification';

/** A queued mail. It contains no token: that is created while the mail is rendered. */
export interface QueuedMail {
  /** Also the subject of its job. */
  _id: string;
  kind: MailKind;
  email: string;
  /** The registration to confirm, for mails of kind `registration` until they are sent. */
  registration: PendingRegistration | null;
  /** The text, for mails of kind `notification`. */
  notification: { text: string } | null;
  created_at: Date;
  sent_at: Date | null;
}

const RETENTION_DAYS = 3;

const queuedMailCollection = defineCollection<QueuedMail>('mails', [
  [{ email: 1, kind: 1, created_at: 1 }],
  // A mail server that is unreachable for longer than this has lost the mail, as between mail servers.
  [{ created_at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 }],
]);

export class QueuedMails extends Records<QueuedMail> {
  constructor(connection: Connection) {
    super(queuedMailCollection(connection));
  }

  /** A mail that still has to be sent; null for any other id. */
  findUnsent(id: string): Promise<QueuedMail | null> {
    return this.findOne({ _id: id, sent_at: null });
  }

  /** How many other mails of its kind were queued for its recipient in the time before it. */
  countBefore({ _id, email, kind, created_at }: QueuedMail, milliseconds: number): Promise<number> {
    const since = new Date(created_at.getTime() - milliseconds);
    return this.model
      .countDocuments({ email, kind, created_at: { $gt: since, $lte: created_at }, _id: { $ne: _id } })
      .exec();
  }

  /** Marks a mail as sent and forgets its content. */
  async markSent(id: string, now: Date): Promise<void> {
    await this.model.updateOne(
      { _id: id },
      { $set: { sent_at: now, registration: null, notification: null } },
    );
  }
}
