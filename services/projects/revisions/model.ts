/** Project revisions, the versions of their drafts, and where published revisions point. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { ProjectRevisionType } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';
import type { HeaderField, HeaderRecord } from '../header/fields.ts';

export interface CompanyName {
  id: number;
  name: string;
}

/** Who gave a header field of the open draft its present value. */
export interface HeaderEdit {
  field: HeaderField;
  by: Person;
  at: Date;
}

/** A revision without what it holds. A published one is never changed again. */
export interface ProjectRevisionHead {
  _id: number;
  project_id: number;
  code: string;
  is_draft: boolean;
  /** The draft's opaque version; null once published. */
  version: string | null;
  /** How many changes the draft has seen: orders its versions. */
  sequence: number;
  name: string;
  description: string;
  revision_type: ProjectRevisionType;
  created_at: Date;
  created_by: Person;
  published_at: Date | null;
  published_by: Person | null;
  /** SHA-256 of the signed content; null on a draft. */
  content_hash: string | null;
  header: HeaderRecord;
  /** The firms the header names, under the names sealed with it. */
  companies: CompanyName[];
  header_edits: HeaderEdit[];
  /** For the questions "which projects hold this standard" and "whose section is this". */
  standard_ids: number[];
  section_ids: number[];
}

/** Which revision of a standard a project revision pins. */
export interface StandardPin {
  standard_id: number;
  id: number;
  code: string;
}

export interface ProjectRevisionRecord extends ProjectRevisionHead {
  manifest: Buffer;
  /** The pins of the manifest, for the question which revisions of a standard a project holds; absent on records of an earlier time. */
  pins?: StandardPin[];
}

export interface DraftChange {
  kind: 'header' | 'standard' | 'datasheet' | 'section' | 'file';
  subject: number | string;
  name: string;
  action: string;
  count: number;
}

/** One version of an open draft: what made it, and the header as it stood when that changed. */
export interface DraftVersionRecord {
  _id: string;
  project_id: number;
  draft_revision_id: number;
  sequence: number;
  header?: HeaderRecord;
  changes: DraftChange[];
  by: Person;
  at: Date;
}

/** Every datasheet revision that some published revision of the project has pointed to. */
export interface PublishedPointersRecord {
  /** The datasheet. */
  _id: number;
  project_id: number;
  revision_ids: number[];
}

const person = { _id: false, userId: Number, displayName: String };

const revisionSchema = new Schema<ProjectRevisionRecord>(
  {
    _id: Number,
    project_id: Number,
    code: String,
    is_draft: Boolean,
    version: String,
    sequence: Number,
    name: String,
    description: String,
    revision_type: String,
    created_at: Date,
    created_by: person,
    published_at: Date,
    published_by: person,
    content_hash: String,
    header: Schema.Types.Mixed,
    companies: [{ _id: false, id: Number, name: String }],
    header_edits: [{ _id: false, field: String, by: person, at: Date }],
    standard_ids: [Number],
    section_ids: [Number],
    manifest: Buffer,
    pins: [{ _id: false, standard_id: Number, id: Number, code: String }],
  },
  { collection: 'project_revisions', versionKey: false, minimize: false },
);
revisionSchema.index({ project_id: 1, _id: -1 });
// At most one open draft, and no code twice.
revisionSchema.index({ project_id: 1 }, { unique: true, partialFilterExpression: { is_draft: true }, name: 'one_draft' });
revisionSchema.index({ project_id: 1, code: 1 }, { unique: true });
revisionSchema.index({ standard_ids: 1, project_id: 1 });
revisionSchema.index({ section_ids: 1 });

const versionSchema = new Schema<DraftVersionRecord>(
  {
    _id: String,
    project_id: Number,
    draft_revision_id: Number,
    sequence: Number,
    header: Schema.Types.Mixed,
    changes: Schema.Types.Mixed,
    by: person,
    at: Date,
  },
  { collection: 'draft_versions', versionKey: false, minimize: false },
);
versionSchema.index({ draft_revision_id: 1, sequence: 1 }, { unique: true });

const pointersSchema = new Schema<PublishedPointersRecord>(
  { _id: Number, project_id: Number, revision_ids: [Number] },
  { collection: 'published_pointers', versionKey: false },
);

/** The collection of project revisions, the drafts among them. */
export const projectRevisionModel = (connection: Connection): Model<ProjectRevisionRecord> =>
  connection.model<ProjectRevisionRecord>('ProjectRevision', revisionSchema);
/** The collection of what changed between the versions of drafts. */
export const draftVersionModel = (connection: Connection): Model<DraftVersionRecord> =>
  connection.model<DraftVersionRecord>('DraftVersion', versionSchema);
/** The collection of which sealed datasheet revisions a published revision points to. */
export const publishedPointersModel = (connection: Connection): Model<PublishedPointersRecord> =>
  connection.model<PublishedPointersRecord>('PublishedPointers', pointersSchema);
