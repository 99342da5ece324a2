/**
 * The standards filed in the categories of this service. They carry the names of their category, so that lists
 * need no further query: every change of a category rewrites them in its transaction.
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type CategoryPath, toCategoryFields } from '../category/category-path.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';

export class FiledStandards extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** The number of standards filed directly in each of some categories; none is left out. */
  async count(session: ClientSession, categoryIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.model
      .aggregate<{ _id: number; count: number }>([
        { $match: { category_id: { $in: [...categoryIds] } } },
        { $group: { _id: '$category_id', count: { $sum: 1 } } },
      ])
      .session(session);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Files the standards of a category in another one, or in the same one under its new names. */
  async refile(session: ClientSession, categoryId: number, to: CategoryPath): Promise<void> {
    await this.model.updateMany(
      { category_id: categoryId },
      { $set: toCategoryFields(to), $inc: { changes: 1 } },
      { session },
    );
  }
}
