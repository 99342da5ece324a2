/** Datasheets as they are stored: an identity and its sealed revisions. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { DATASHEET_SEVERITIES } from '../../shared/contracts/datasheets/shapes.ts';
import type { Person } from '../../shared/kernel/service/call.ts';

export interface DatasheetRecord {
  _id: number;
  project_id: number;
  standard_id: number;
  created_by: Person;
  created_at: Date;
}

export type DatasheetSeverity = (typeof DATASHEET_SEVERITIES)[number];

/** A sealed revision without its recorded values. Written once and never updated. */
export interface DatasheetRevisionHead {
  _id: number;
  datasheet_id: number;
  /** The revision it was made from; null for the first. History is what can be reached over it from a pointer of a project. */
  previous_id: number | null;
  /** 1, 2, 3… along one line of history. */
  ordinal: number;
  code: string;
  /** What callers send back as `baseVersion`. */
  version: string;
  name: string;
  scope: string;
  standard_id: number;
  standard_revision_id: number;
  standard_revision_code: string;
  severity: DatasheetSeverity;
  summary: string;
  status: 'ACTIVE' | 'DELETED';
  content_hash: string;
  created_by: Person;
  created_at: Date;
}

/** What history is made of. */
export type DatasheetRevisionLink = Pick<DatasheetRevisionHead, '_id' | 'previous_id' | 'version' | 'standard_revision_id'>;

export interface DatasheetRevisionRecord extends DatasheetRevisionHead {
  /** The recorded values as one packed JSON text: hydrating thousands of sub-documents is slow (hardening, finding 5). */
  values: Buffer;
}

const person = { userId: Number, displayName: String };

const datasheetSchema = new Schema<DatasheetRecord>(
  { _id: Number, project_id: Number, standard_id: Number, created_by: person, created_at: Date },
  { collection: 'datasheets', versionKey: false },
);

const revisionSchema = new Schema<DatasheetRevisionRecord>(
  {
    _id: Number,
    datasheet_id: Number,
    previous_id: Number,
    ordinal: Number,
    code: String,
    version: String,
    name: String,
    scope: String,
    standard_id: Number,
    standard_revision_id: Number,
    standard_revision_code: String,
    severity: String,
    summary: String,
    status: String,
    content_hash: String,
    created_by: person,
    created_at: Date,
    values: Buffer,
  },
  { collection: 'datasheet_revisions', versionKey: false },
);
revisionSchema.index({ datasheet_id: 1, _id: -1 });

export interface DatasheetModels {
  datasheets: Model<DatasheetRecord>;
  revisions: Model<DatasheetRevisionRecord>;
}

/** The collections of the service on a connection. */
export const datasheetModels = (connection: Connection): DatasheetModels => ({
  datasheets: connection.model<DatasheetRecord>('Datasheet', datasheetSchema),
  revisions: connection.model<DatasheetRevisionRecord>('DatasheetRevision', revisionSchema),
});
