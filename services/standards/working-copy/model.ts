/**
 * Records and collections of working copies: a head that points to the current version, immutable versions,
 * and closed working copies.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { Scope } from '../scope-access.ts';

/** The open working copy of a standard. */
export interface WorkingCopyRecord {
  /** The id of the standard, which has at most one working copy. */
  _id: number;
  /** Opaque: the current version. */
  version: string;
  /** Number of versions, the initial one included. */
  number: number;
  /** The initial version. */
  opened_version: string;
  opened_from: { id: number; code: string } | null;
  opened_by: Person | null;
  opened_at: Date;
  saved_by: Person | null;
  saved_at: Date | null;
  /** The scope of the standard. */
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  /** The stored bytes of its versions. */
  bytes: number;
}

/**
 * A version: outline and edits, or only their difference from the version before (`version-storage.ts`), as
 * packed JSON.
 */
export interface WorkingCopyVersionRecord {
  /** The opaque version. */
  _id: string;
  standard_id: number;
  number: number;
  content: Buffer;
}

/** A published or discarded working copy, to recognise its versions in later requests. */
interface ClosedWorkingCopyRecord {
  /** The common prefix of its versions (`version-storage.ts`). */
  _id: string;
  standard_id: number;
}

export const workingCopyCollection = defineCollection<WorkingCopyRecord>('working_copies', [
  // Alone enough to add up what a scope stores.
  [{ subject_type: 1, subject_id: 1, bytes: 1 }],
]);
export const workingCopyVersionCollection = defineCollection<WorkingCopyVersionRecord>(
  'working_copy_versions',
  [[{ standard_id: 1, number: 1 }, { unique: true }]],
);
export const closedWorkingCopyCollection = defineCollection<ClosedWorkingCopyRecord>(
  'closed_working_copies',
  [[{ standard_id: 1 }]],
);
