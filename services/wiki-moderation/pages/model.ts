/** Wiki pages and their revisions as they are stored. A revision's text is sealed in a record of its own, so lists never read it. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/call.ts';

export interface RevisionPointer {
  id: string;
  revision_number: number;
}

export interface PageRecord {
  /** UUID. */
  _id: string;
  library_id: string;
  slug: string;
  /** As the current revision has them. */
  title: string;
  description: string;
  category_id: string | null;
  tag_ids: string[];
  archived: boolean;
  current_revision: RevisionPointer;
  current_edition: RevisionPointer | null;
  /** How many revisions and editions there are: the number of the last one. */
  revisions: number;
  editions: number;
  /** Title and description as a search compares them. */
  search_text: string;
  created_by: Person;
  created_at: Date;
  updated_at: Date;
}

export interface WikiRevisionRecord {
  /** UUID. */
  _id: string;
  page_id: string;
  revision_number: number;
  title: string;
  description: string;
  category_id: string | null;
  tag_ids: string[];
  /** SHA-256 of the markdown. */
  content_hash: string;
  edit_summary: string;
  hidden: boolean;
  created_by: Person;
  created_at: Date;
}

/** What a revision or an edition says: written once, never changed. */
export interface TextRecord {
  /** The id of the revision or edition. */
  _id: string;
  bytes: Buffer;
}

/** A slug that is or was in use; a retired one stays taken for ever. */
export interface SlugRecord {
  /** `<library id>/<slug>`. */
  _id: string;
  page_id: string;
  retired: boolean;
}

const pointer = {
  type: new Schema<RevisionPointer>({ id: String, revision_number: Number }, { _id: false }),
  default: undefined,
};

const pageSchema = new Schema<PageRecord>(
  {
    _id: String,
    library_id: String,
    slug: String,
    title: String,
    description: String,
    category_id: String,
    tag_ids: [String],
    archived: Boolean,
    current_revision: pointer,
    current_edition: pointer,
    revisions: Number,
    editions: Number,
    search_text: String,
    created_by: Schema.Types.Mixed,
    created_at: Date,
    updated_at: Date,
  },
  { collection: 'pages', versionKey: false },
);
pageSchema.index({ library_id: 1, slug: 1 }, { unique: true });
pageSchema.index({ library_id: 1, archived: 1, title: 1, _id: 1 });
pageSchema.index({ library_id: 1, archived: 1, category_id: 1 });
pageSchema.index({ archived: 1, library_id: 1 });

const revisionSchema = new Schema<WikiRevisionRecord>(
  {
    _id: String,
    page_id: String,
    revision_number: Number,
    title: String,
    description: String,
    category_id: String,
    tag_ids: [String],
    content_hash: String,
    edit_summary: String,
    hidden: Boolean,
    created_by: Schema.Types.Mixed,
    created_at: Date,
  },
  { collection: 'revisions', versionKey: false },
);
revisionSchema.index({ page_id: 1, revision_number: -1 }, { unique: true });

const textSchema = new Schema<TextRecord>({ _id: String, bytes: Buffer }, { collection: 'texts', versionKey: false });
const slugSchema = new Schema<SlugRecord>(
  { _id: String, page_id: String, retired: Boolean },
  { collection: 'slugs', versionKey: false },
);

/** The collection of pages. */
export const pageModel = (connection: Connection): Model<PageRecord> => connection.model<PageRecord>('WikiPage', pageSchema);
/** The collection of their revisions. */
export const wikiRevisionModel = (connection: Connection): Model<WikiRevisionRecord> =>
  connection.model<WikiRevisionRecord>('WikiRevision', revisionSchema);
/** The collection of sealed texts. */
export const textModel = (connection: Connection): Model<TextRecord> => connection.model<TextRecord>('WikiText', textSchema);
/** The collection of slugs, those that were given up too. */
export const slugModel = (connection: Connection): Model<SlugRecord> => connection.model<SlugRecord>('WikiSlug', slugSchema);
