/** Keys as they are stored: never the key itself, only its hash. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { Permission } from '../../../shared/contracts/permissions.ts';

export interface KeyRecord {
  _id: number;
  user_id: number;
  name: string;
  /** SHA-256 of the key. */
  hash: string;
  /** The secret before the last rotation, which works beside the new one until then. */
  previous: { hash: string; until: Date } | null;
  prefix: string;
  last_four: string;
  permissions: Permission[];
  expires_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
}

const schema = new Schema<KeyRecord>(
  {
    _id: Number,
    user_id: Number,
    name: String,
    hash: String,
    previous: new Schema({ hash: String, until: Date }, { _id: false }),
    prefix: String,
    last_four: String,
    permissions: [String],
    expires_at: Date,
    created_at: Date,
    revoked_at: Date,
  },
  { collection: 'keys', versionKey: false },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ 'previous.hash': 1 }, { unique: true, sparse: true });
schema.index({ user_id: 1, _id: -1 });

/** The collection of keys; of each only a hash. */
export const keyModel = (connection: Connection): Model<KeyRecord> => connection.model<KeyRecord>('Key', schema);
