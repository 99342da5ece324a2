/**
 * Repository of the legacy comments on a standard, only read: those that a reader sees, their counts by element, and
 * the projects they were made in.
 */
import type { Connection } from 'mongoose';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import { buildVisibleFilter, type CommentVisibility } from './comment-visibility.ts';
import { type LegacyCommentRecord, legacyCommentCollection } from './model.ts';

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
