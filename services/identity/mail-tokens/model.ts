/** Tokens that a mail carried: whoever sends one back has read the mail of that address. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { PendingRegistration } from '../mail/model.ts';

export type MailTokenPurpose = 'verification' | 'password_reset';

export interface MailTokenRecord {
  /** SHA-256 of the token. */
  _id: string;
  purpose: MailTokenPurpose;
  user_id: number;
  /** What the registration said that this token confirms. */
  registration: PendingRegistration | null;
  expires_at: Date;
}

const schema = new Schema<MailTokenRecord>(
  { _id: String, purpose: String, user_id: Number, registration: Schema.Types.Mixed, expires_at: Date },
  { collection: 'mail_tokens', versionKey: false, minimize: false },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
schema.index({ user_id: 1 });

/** The collection of tokens sent by mail; of each only a hash. */
export const mailTokenModel = (connection: Connection): Model<MailTokenRecord> =>
  connection.model<MailTokenRecord>('MailToken', schema);
