/** The usage log of keys: one row for every request a key was accepted with (document 1, Authentication 2; A16). */
import { type Connection, type Model, Schema } from 'mongoose';

export interface KeyUsageRecord {
  /** Given by the gateway, so that a row reported twice is kept once. */
  _id: string;
  key_id: number;
  at: Date;
  method: string;
  route: string;
  status: number;
  address: string;
  request_id: string;
}

export const RETENTION_DAYS = 90;

const schema = new Schema<KeyUsageRecord>(
  {
    _id: String,
    key_id: Number,
    at: Date,
    method: String,
    route: String,
    status: Number,
    address: String,
    request_id: String,
  },
  { collection: 'key_usage', versionKey: false },
);
schema.index({ key_id: 1, at: -1, _id: -1 });
schema.index({ at: 1 }, { expireAfterSeconds: RETENTION_DAYS * 86_400 });

/** The collection of uses of keys. */
export const keyUsageModel = (connection: Connection): Model<KeyUsageRecord> =>
  connection.model<KeyUsageRecord>('KeyUsage', schema);
