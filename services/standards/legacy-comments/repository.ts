/**
 * Record and repository of the legacy comments on a standard, older than project comments. Nothing writes them; a
 * reader gets those of its account and company and the external ones, in the projects that it reads.
 */
import type { Connection } from 'mongoose';
import { defineCollection, type Page, Records } from '../../../shared/kernel/database/records.ts';
import {
  buildReaderFilter,
  type LegacyComment,
  type LegacyCommentReader,
} from '../../../shared/legacy-comments/legacy-comment.ts';

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

/** The comments that one reader sees. */
export interface CommentVisibility {
  reader: LegacyCommentReader;
  /** Comments of these projects only; null: those made in no project. */
  projectIds: readonly (number | null)[];
}

/** The filter of the comments on a standard that a reader sees. */
const buildVisibleFilter = (
  standardId: number,
  { reader, projectIds }: CommentVisibility,
): Record<string, unknown> => ({
  standard_id: standardId,
  project_id: { $in: [...projectIds] },
  ...buildReaderFilter(reader),
});

export class LegacyComments extends Records<LegacyCommentRecord> {
  constructor(connection: Connection) {
    super(legacyCommentCollection(connection));
  }

  /** The projects in which a standard was commented on; null means outside any project. */
  findProjectIds(standardId: number): Promise<(number | null)[]> {
    return this.model.distinct('project_id', { standard_id: standardId }).exec();
  }

  /** The comments that a reader sees, oldest first. */
  listVisible(
    standardId: number,
    visibility: CommentVisibility,
    elementId: number | undefined,
    limit: number,
  ): Promise<Page<LegacyCommentRecord>> {
    const filter = {
      ...buildVisibleFilter(standardId, visibility),
      ...(elementId === undefined ? {} : { element_id: elementId }),
    };
    return this.page(filter, { created_at: 1, _id: 1 }, { limit });
  }

  /** The number of comments that a reader sees on each element; those on the standard come first. */
  async countVisible(
    standardId: number,
    visibility: CommentVisibility,
  ): Promise<{ element_id: number | null; count: number }[]> {
    const rows = await this.model.aggregate<{ _id: number | null; count: number }>([
      { $match: buildVisibleFilter(standardId, visibility) },
      { $group: { _id: '$element_id', count: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ]);
    return rows.map(({ _id, count }) => ({ element_id: _id, count }));
  }
}
