/** Categories as they are stored; a project's sections are kept by projects, in its revisions. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { Scope } from '../scope-access.ts';

export interface CategoryRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  /** A top-level category of the same scope; null: this one is top-level. */
  parent_id: number | null;
  sort_order: number;
  created_at: Date;
}

const schema = new Schema<CategoryRecord>(
  {
    _id: Number,
    name: String,
    folded_name: String,
    description: String,
    subject_type: String,
    subject_id: Number,
    parent_id: Number,
    sort_order: Number,
    created_at: Date,
  },
  { collection: 'categories', versionKey: false },
);
schema.index({ subject_type: 1, subject_id: 1, parent_id: 1, folded_name: 1 }, { unique: true });
schema.index({ subject_type: 1, subject_id: 1, sort_order: 1, folded_name: 1, _id: 1 });

/** The collection of categories. */
export const categoryModel = (connection: Connection): Model<CategoryRecord> =>
  connection.model<CategoryRecord>('Category', schema);
