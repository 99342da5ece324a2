/** Test fixture: a legacy comment, which no endpoint writes. */
import type { LegacyCommentRecord } from './repository.ts';

/** An internal comment on a whole standard, without an author, with some members changed. */
export const newLegacyComment = (
  more: Pick<LegacyCommentRecord, '_id' | 'standard_id'> & Partial<LegacyCommentRecord>,
): LegacyCommentRecord => ({
  element_id: null,
  project_id: null,
  body: `Comment ${more._id}`,
  external: false,
  author: null,
  company_id: null,
  created_at: new Date(Date.UTC(2020, 0, more._id)),
  resolution_id: null,
  resolved_by: null,
  resolved_at: null,
  ...more,
});
