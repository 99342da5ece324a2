/** Topic tags as they are stored. A retired one stays, because revisions carry it. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface TagRecord {
  /** A UUID. */
  _id: string;
  name: string;
  group: string | null;
  active: boolean;
}

const schema = new Schema<TagRecord>(
  { _id: String, name: String, group: String, active: Boolean },
  { collection: 'tags', versionKey: false },
);
schema.index({ group: 1, name: 1 });

/** The collection of tags. */
export const tagModel = (connection: Connection): Model<TagRecord> => connection.model<TagRecord>('Tag', schema);
