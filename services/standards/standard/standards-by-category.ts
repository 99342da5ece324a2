/**
 * Queries of the standards that are filed in a category, section or library: counts, lists, and changes of the names of
 * these, of which each standard keeps a copy.
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type CategoryPath, toCategoryFields } from '../category/category-path.ts';
import { type StandardRecord, standardCollection } from './model.ts';

/** A section as a standard names it. */
interface SectionInUse {
  category_id: number;
  category_key: string;
}

export class StandardsByCategory extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** The number of standards filed directly in a category. */
  countInCategory(categoryId: number): Promise<number> {
    return this.model.countDocuments({ category_id: categoryId }).exec();
  }

  /** The number of standards filed directly in each of some categories; one without any is left out. */
  async countInCategories(
    session: ClientSession,
    categoryIds: readonly number[],
  ): Promise<Map<number, number>> {
    const rows = await this.model
      .aggregate<{ _id: number; count: number }>([
        { $match: { category_id: { $in: [...categoryIds] } } },
        { $group: { _id: '$category_id', count: { $sum: 1 } } },
      ])
      .session(session);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Files the standards of a category in another one, or in the same one under its new names. */
  async refileCategory(session: ClientSession, categoryId: number, to: CategoryPath): Promise<void> {
    const update = { $set: toCategoryFields(to), $inc: { changes: 1 } };
    await this.model.updateMany({ category_id: categoryId }, update, { session });
  }

  /** The sections in which standards of a project are filed, each under the names it had then. */
  async listSectionsInUse(projectId: number): Promise<SectionInUse[]> {
    const rows = await this.model
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select(['category_id', 'category_key'])
      .lean<SectionInUse[]>()
      .exec();
    const byPlace = new Map(rows.map((row) => [`${row.category_id} ${row.category_key}`, row]));
    return [...byPlace.values()];
  }

  /** The standards of a project that are filed in a section, each with the one it was filed in. */
  listFiledInProject(projectId: number): Promise<Pick<StandardRecord, '_id' | 'category_id'>[]> {
    return this.model
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select(['category_id'])
      .lean<Pick<StandardRecord, '_id' | 'category_id'>[]>()
      .exec();
  }

  /** Changes the section of the standards of a project that are filed in one. */
  async refileSection(
    projectId: number,
    { category_id, category_key }: SectionInUse,
    to: CategoryPath,
  ): Promise<void> {
    await this.model
      .updateMany(
        { subject_type: 'project', subject_id: projectId, category_id, category_key },
        { $set: toCategoryFields(to), $inc: { changes: 1 } },
      )
      .exec();
  }

  /** Updates the name of a library in its standards. */
  async renameLibrary(session: ClientSession, libraryId: number, name: string): Promise<void> {
    const update = { $set: { library_name: name }, $inc: { changes: 1 } };
    await this.model.updateMany({ library_id: libraryId }, update, { session });
  }

  /** Whether a library holds copies of wiki pages. */
  async hasWikiCopies(libraryId: number): Promise<boolean> {
    const copy = { library_id: libraryId, 'wiki.standard_id': { $exists: true } };
    return (await this.model.exists(copy)) !== null;
  }
}
