/** Working copies as they are stored: a head that moves, and its versions, each written once. */
import { type Connection, type Model, Schema } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/call.ts';

/** The open working copy of a standard. */
export interface WorkingCopyRecord {
  /** The standard: it has one working copy at most. */
  _id: number;
  /** Opaque; the version that counts now. */
  version: string;
  /** How many versions there were, the first as opened. */
  number: number;
  /** The first version, which says what the working copy was opened with. */
  opened_version: string;
  opened_from: { id: number; code: string } | null;
  opened_by: Person | null;
  opened_at: Date;
  saved_by: Person | null;
  saved_at: Date | null;
}

/**
 * One version: the outline, and who changed what since the working copy was opened, or only what differs from the version before
 * (`version-storage.ts`), as packed JSON.
 */
export interface WorkingCopyVersionRecord {
  /** The opaque version. */
  _id: string;
  standard_id: number;
  number: number;
  content: Buffer;
}

/** A working copy that was published or discarded, for those who come with a version of it (X7). */
export interface ClosedWorkingCopyRecord {
  /** What all its versions begin with (`version-storage.ts`). */
  _id: string;
  standard_id: number;
}

const workingCopySchema = new Schema<WorkingCopyRecord>(
  {
    _id: Number,
    version: String,
    number: Number,
    opened_version: String,
    opened_from: Schema.Types.Mixed,
    opened_by: Schema.Types.Mixed,
    opened_at: Date,
    saved_by: Schema.Types.Mixed,
    saved_at: Date,
  },
  { collection: 'working_copies', versionKey: false, minimize: false },
);

const versionSchema = new Schema<WorkingCopyVersionRecord>(
  { _id: String, standard_id: Number, number: Number, content: Buffer },
  { collection: 'working_copy_versions', versionKey: false },
);
versionSchema.index({ standard_id: 1, number: 1 }, { unique: true });

const closedCopySchema = new Schema<ClosedWorkingCopyRecord>(
  { _id: String, standard_id: Number },
  { collection: 'closed_working_copies', versionKey: false },
);

export const workingCopyModel = (connection: Connection): Model<WorkingCopyRecord> =>
  connection.model<WorkingCopyRecord>('WorkingCopy', workingCopySchema);
export const workingCopyVersionModel = (connection: Connection): Model<WorkingCopyVersionRecord> =>
  connection.model<WorkingCopyVersionRecord>('WorkingCopyVersion', versionSchema);
export const closedWorkingCopyModel = (connection: Connection): Model<ClosedWorkingCopyRecord> =>
  connection.model<ClosedWorkingCopyRecord>('ClosedWorkingCopy', closedCopySchema);
