/** Record and collection of legacy comments, older than project comments. Nothing writes them. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { LegacyComment } from '../../../shared/legacy-comments/legacy-comment.ts';

export interface LegacyCommentRecord extends LegacyComment {
  standard_id: number;
  /** Null: on the standard as a whole. */
  element_id: number | null;
  /** The project in which it was written; null outside any. */
  project_id: number | null;
}

export const legacyCommentCollection = defineCollection<LegacyCommentRecord>('legacy_comments', [
  [{ standard_id: 1, project_id: 1, created_at: 1, _id: 1 }],
]);
