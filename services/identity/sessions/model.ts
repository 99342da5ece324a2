/** Browser sessions as they are stored: the id is the hash of the token. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: number;
  /** The account's `session_epoch` when its password was asked for. */
  epoch: number;
  created_at: Date;
  last_used_at: Date;
  /** The session is over from here on; MongoDB removes it some time later. */
  expires_at: Date;
  user_agent: string | null;
}

const schema = new Schema<SessionRecord>(
  { _id: String, user_id: Number, epoch: Number, created_at: Date, last_used_at: Date, expires_at: Date, user_agent: String },
  { collection: 'sessions', versionKey: false },
);
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
schema.index({ user_id: 1 });

/** The collection of sessions; of each only a hash. */
export const sessionModel = (connection: Connection): Model<SessionRecord> => connection.model<SessionRecord>('Session', schema);
