/** Working copies as they are stored: a head that moves, and its versions, each written once. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
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

/** The collection of open working copies. */
export const workingCopyCollection = defineCollection<WorkingCopyRecord>('working_copies');
/** The collection of their versions. */
export const workingCopyVersionCollection = defineCollection<WorkingCopyVersionRecord>('working_copy_versions', [
  [{ standard_id: 1, number: 1 }, { unique: true }],
]);
/** The collection of closed working copies. */
export const closedWorkingCopyCollection = defineCollection<ClosedWorkingCopyRecord>('closed_working_copies');
