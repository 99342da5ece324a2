/** Notifications as they are stored, and the events they came from. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface NotificationResource {
  type: string;
  id: number | string | null;
}

export interface NotificationRecord {
  _id: number;
  user_id: number;
  kind: string;
  text: string;
  resource: NotificationResource | null;
  created_at: Date;
  read_at: Date | null;
}

/** An event that was told: telling of it again tells nobody. */
export interface ProcessedEventRecord {
  _id: string;
  at: Date;
}

const DAY_SECONDS = 86_400;

const schema = new Schema<NotificationRecord>(
  {
    _id: Number,
    user_id: Number,
    kind: String,
    text: String,
    resource: Schema.Types.Mixed,
    created_at: Date,
    read_at: Date,
  },
  { collection: 'notifications', versionKey: false },
);
schema.index({ user_id: 1, _id: -1 });
schema.index({ user_id: 1, read_at: 1, _id: -1 });
schema.index({ created_at: 1 }, { expireAfterSeconds: 365 * DAY_SECONDS });

const processedEventSchema = new Schema<ProcessedEventRecord>(
  { _id: String, at: Date },
  { collection: 'told_events', versionKey: false },
);
processedEventSchema.index({ at: 1 }, { expireAfterSeconds: 90 * DAY_SECONDS });

/** The collection of notices. */
export const notificationModel = (connection: Connection): Model<NotificationRecord> =>
  connection.model<NotificationRecord>('Notification', schema);
/** The collection of events that were told already, so that none is told twice. */
export const processedEventModel = (connection: Connection): Model<ProcessedEventRecord> =>
  connection.model<ProcessedEventRecord>('ToldEvent', processedEventSchema);
