/** File records as they are stored. The bytes stand in the object store, which revision holds a file stands in projects. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { DOCUMENT_TYPES, REVIEW_STATUSES } from '../../shared/contracts/files/shapes.ts';
import type { Person } from '../../shared/kernel/service/call.ts';

export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface FileRecord {
  _id: number;
  project_id: number;
  /** Where the bytes stand in the object store; one file each. */
  key: string;
  name: string;
  description: string;
  document_type: DocumentType;
  status: ReviewStatus;
  mime_type: string;
  size: number;
  sha256: string;
  tags: string[];
  folder_id: number | null;
  /** The draft it was uploaded into. */
  revision_id: number;
  uploaded_by: Person;
  uploaded_at: Date;
}

const schema = new Schema<FileRecord>(
  {
    _id: Number,
    project_id: Number,
    key: String,
    name: String,
    description: String,
    document_type: String,
    status: String,
    mime_type: String,
    size: Number,
    sha256: String,
    tags: [String],
    folder_id: Number,
    revision_id: Number,
    uploaded_by: Schema.Types.Mixed,
    uploaded_at: Date,
  },
  { collection: 'files', versionKey: false, minimize: false },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ project_id: 1, _id: -1 });

/** The collection of files. */
export const fileModel = (connection: Connection): Model<FileRecord> => connection.model<FileRecord>('File', schema);
