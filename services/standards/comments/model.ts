/** Record and collection of legacy comments, older than project comments. Nothing writes them (S11). */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';

export interface LegacyCommentRecord {
  _id: number;
  standard_id: number;
  /** Null: on the standard as a whole. */
  element_id: number | null;
  /** The project in which it was written; null outside any. */
  project_id: number | null;
  body: string;
  /** Marked for readers of other companies, too. */
  external: boolean;
  author: Person | null;
  /** The company of the author at that time. */
  company_id: number | null;
  created_at: Date;
  /** One of `COMMENT_RESOLUTIONS`; null while it is not resolved. */
  resolution_id: number | null;
  resolved_by: Person | null;
  resolved_at: Date | null;
}

/** The collection of legacy comments. */
export const legacyCommentCollection = defineCollection<LegacyCommentRecord>('legacy_comments', [
  [{ standard_id: 1, project_id: 1, created_at: 1, _id: 1 }],
]);
