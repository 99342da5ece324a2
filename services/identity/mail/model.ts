/** Mails that were asked for: what to tell whom, never the token in it, which is made while the message is written. */
import { type Connection, type Model, Schema } from 'mongoose';

/** What somebody said who registered an address: it counts for whoever proves that address with the mail of this registration. */
export interface PendingRegistration {
  name: string;
  password_hash: string;
  company_name: string | null;
}

export type MailKind = 'registration' | 'password_reset' | 'notice';

export interface QueuedMail {
  /** Also the subject of the job that sends it. */
  _id: string;
  kind: MailKind;
  email: string;
  /** Of kind `registration`, until the mail has left. */
  registration: PendingRegistration | null;
  /** Of kind `notice`. */
  notice: { text: string } | null;
  created_at: Date;
  sent_at: Date | null;
}

const RETENTION_DAYS = 3;

const schema = new Schema<QueuedMail>(
  {
    _id: String,
    kind: String,
    email: String,
    registration: Schema.Types.Mixed,
    notice: Schema.Types.Mixed,
    created_at: Date,
    sent_at: Date,
  },
  { collection: 'mails', versionKey: false, minimize: false },
);
schema.index({ email: 1, kind: 1, created_at: 1 });
// A mail server that stays away longer than this has lost the mail, as between mail servers.
schema.index({ created_at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 });

/** The collection of mails to be sent. */
export const queuedMailModel = (connection: Connection): Model<QueuedMail> => connection.model<QueuedMail>('Mail', schema);
