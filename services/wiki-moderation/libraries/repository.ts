/**
 * Repository of wiki libraries and their categories: lookups, lists, inserts and changes, and the lock under which
 * the categories of one library change.
 */
import type { ClientSession, Connection } from 'mongoose';
import { insertRecords, Records } from '../../../shared/kernel/database/records.ts';
import {
  type WikiCategoryRecord,
  type WikiLibraryRecord,
  wikiCategoryCollection,
  wikiLibraryCollection,
} from './model.ts';

export class WikiLibraries extends Records<WikiLibraryRecord> {
  readonly #categories: ReturnType<typeof wikiCategoryCollection>;

  constructor(connection: Connection) {
    super(wikiLibraryCollection(connection));
    this.#categories = wikiCategoryCollection(connection);
  }

  list(): Promise<WikiLibraryRecord[]> {
    return this.findAll({}, { sort: { name_key: 1 } });
  }

  findBySlug(slug: string): Promise<WikiLibraryRecord | null> {
    return this.findOne({ slug });
  }

  /** The slugs of these libraries by their ids. */
  async findSlugs(ids: readonly string[]): Promise<Map<string, string>> {
    const libraries = await this.findMany(ids);
    return new Map(libraries.map(({ _id, slug }) => [_id, slug]));
  }

  /** The categories of a library, by sort order and name. */
  listCategories(libraryId: string, session: ClientSession | null = null): Promise<WikiCategoryRecord[]> {
    return this.#categories
      .find({ library_id: libraryId })
      .sort({ sort_order: 1, name_key: 1 })
      .session(session)
      .lean<WikiCategoryRecord[]>()
      .exec();
  }

  findCategory(id: string, session: ClientSession | null = null): Promise<WikiCategoryRecord | null> {
    return this.#categories.findById(id).session(session).lean<WikiCategoryRecord>().exec();
  }

  /** Makes other changes of the categories of a library wait for this transaction. */
  lockCategories(session: ClientSession, libraryId: string): Promise<WikiLibraryRecord | null> {
    return this.update(session, { _id: libraryId }, { $inc: { category_changes: 1 } });
  }

  /** @throws a duplicate key error, as `insertCategory` */
  updateCategory(
    session: ClientSession,
    id: string,
    values: Partial<WikiCategoryRecord>,
  ): Promise<WikiCategoryRecord | null> {
    return this.#categories
      .findOneAndUpdate({ _id: id }, { $set: values }, { session, returnDocument: 'after' })
      .lean<WikiCategoryRecord>()
      .exec();
  }

  async deleteCategories(session: ClientSession, ids: readonly string[]): Promise<void> {
    await this.#categories.deleteMany({ _id: { $in: [...ids] } }, { session });
  }

  /** @throws a duplicate key error for a slug in use, or the name of a sibling */
  insertCategory(session: ClientSession, record: WikiCategoryRecord): Promise<void> {
    return insertRecords(this.#categories, session, record);
  }
}
