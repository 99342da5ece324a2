/**
 * The query filter for the legacy comments on a standard that a reader sees. Also the types of resolution.
 * Pure.
 */
import {
  buildReaderFilter,
  type LegacyCommentReader,
} from '../../../shared/legacy-comments/legacy-comment.ts';

/** The types of resolution; their ids count from 1. */
export const COMMENT_RESOLUTIONS = [
  'accepted',
  'accepted as noted',
  'revise and resubmit',
  'rejected',
  'answered',
  'closed',
] as const;

/** The comments that one reader sees. */
export interface CommentVisibility {
  reader: LegacyCommentReader;
  /** Comments of these projects only; null stands for those made in no project. */
  projectIds: readonly (number | null)[];
}

/** The filter of the comments on a standard that a reader sees. */
export const buildVisibleFilter = (
  standardId: number,
  { reader, projectIds }: CommentVisibility,
): Record<string, unknown> => ({
  standard_id: standardId,
  project_id: { $in: [...projectIds] },
  ...buildReaderFilter(reader),
});
