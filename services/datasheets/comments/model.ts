/**
 * Record and collection of legacy comments on datasheets and on templates of standards. Nothing writes them:
 * comments of today are stored by the projects service.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { LegacyComment } from '../../../shared/legacy-comments/legacy-comment.ts';

export interface LegacyDatasheetCommentRecord extends LegacyComment {
  /** Null: on the template of a standard in a project. */
  datasheet_id: number | null;
  /** Only on a template. */
  standard_id: number | null;
  project_id: number;
  /** A datasheet field; null: on the whole. */
  element_id: number | null;
}

export const legacyDatasheetCommentCollection = defineCollection<LegacyDatasheetCommentRecord>(
  'legacy_comments',
  [[{ datasheet_id: 1, created_at: 1, _id: 1 }], [{ project_id: 1, standard_id: 1 }]],
);
