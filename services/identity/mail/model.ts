/** Records of queued mails. They contain no token: it is created while the mail is rendered. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { PendingRegistration } from '../accounts/model.ts';

type MailKind = 'registration' | 'password_reset' | 'notice';

export interface QueuedMail {
  /** Also the subject of its job. */
  _id: string;
  kind: MailKind;
  email: string;
  /** Of kind `registration`, until the mail is sent. */
  registration: PendingRegistration | null;
  /** Of kind `notice`. */
  notice: { text: string } | null;
  created_at: Date;
  sent_at: Date | null;
}

const RETENTION_DAYS = 3;

export const queuedMailCollection = defineCollection<QueuedMail>('mails', [
  [{ email: 1, kind: 1, created_at: 1 }],
  // A mail server that is unreachable for longer than this has lost the mail, as between mail servers.
  [{ created_at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 }],
]);
