/** Libraries as they are stored: where the standards of a scope stand. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { Scope } from '../scope-access.ts';

export interface LibraryRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  is_default: boolean;
  created_at: Date;
}

const schema = new Schema<LibraryRecord>(
  {
    _id: Number,
    name: String,
    folded_name: String,
    description: String,
    subject_type: String,
    subject_id: Number,
    is_default: Boolean,
    created_at: Date,
  },
  { collection: 'libraries', versionKey: false },
);
schema.index({ subject_type: 1, subject_id: 1, folded_name: 1 }, { unique: true });
schema.index({ subject_type: 1, subject_id: 1, is_default: 1 }, { unique: true, partialFilterExpression: { is_default: true } });

/** The collection of libraries. */
export const libraryModel = (connection: Connection): Model<LibraryRecord> => connection.model<LibraryRecord>('Library', schema);
