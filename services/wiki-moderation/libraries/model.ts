/** Wiki libraries and categories as they are stored. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface WikiLibraryRecord {
  /** UUID. */
  _id: string;
  slug: string;
  name: string;
  /** The name as it is compared. */
  name_key: string;
  description: string;
  created_at: Date;
}

export interface WikiCategoryRecord {
  /** UUID. */
  _id: string;
  library_id: string;
  parent_id: string | null;
  name: string;
  name_key: string;
  slug: string;
  description: string;
  sort_order: number;
  created_at: Date;
}

const librarySchema = new Schema<WikiLibraryRecord>(
  { _id: String, slug: String, name: String, name_key: String, description: String, created_at: Date },
  { collection: 'libraries', versionKey: false },
);
librarySchema.index({ slug: 1 }, { unique: true });
librarySchema.index({ name_key: 1 }, { unique: true });

const categorySchema = new Schema<WikiCategoryRecord>(
  {
    _id: String,
    library_id: String,
    parent_id: String,
    name: String,
    name_key: String,
    slug: String,
    description: String,
    sort_order: Number,
    created_at: Date,
  },
  { collection: 'categories', versionKey: false },
);
categorySchema.index({ library_id: 1, slug: 1 }, { unique: true });
categorySchema.index({ library_id: 1, parent_id: 1, name_key: 1 }, { unique: true });

/** The collection of wiki libraries. */
export const wikiLibraryModel = (connection: Connection): Model<WikiLibraryRecord> =>
  connection.model<WikiLibraryRecord>('WikiLibrary', librarySchema);
/** The collection of their categories. */
export const wikiCategoryModel = (connection: Connection): Model<WikiCategoryRecord> =>
  connection.model<WikiCategoryRecord>('WikiCategory', categorySchema);
