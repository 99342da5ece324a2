/**
 * Repository of wiki libraries and their categories: lookups, lists, inserts, changes and deletions, and the locks
 * under which its categories change, and a page is added.
 */
import { randomInt } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { insertRecords, Records } from '../../../shared/kernel/database/records.ts';
import { defineSharedLock, type SharedLock } from '../../../shared/kernel/database/transaction-lock.ts';
import {
  type WikiCategoryRecord,
  type WikiLibraryRecord,
  wikiCategoryCollection,
  wikiLibraryCollection,
} from './model.ts';

export class WikiLibraries extends Records<WikiLibraryRecord> {
  readonly #categories: ReturnType<typeof wikiCategoryCollection>;
  readonly #lock: SharedLock;

  constructor(connection: Connection) {
    super(wikiLibraryCollection(connection));
    this.#categories = wikiCategoryCollection(connection);
    this.#lock = defineSharedLock(connection, 'library_locks');
  }

  list(): Promise<WikiLibraryRecord[]> {
    return this.findAll({}, { sort: { name_key: 1 } });
  }

  findBySlug(slug: string, session: ClientSession | null = null): Promise<WikiLibraryRecord | null> {
    return this.findOne({ slug }, session);
  }

  /**
   * Makes a concurrent deletion of the library conflict with this transaction, which adds a page or a category.
   * @returns whether it still exists
   */
  async join(session: ClientSession, id: string): Promise<boolean> {
    await this.#lock.share(session, id, randomInt(2 ** 16));
    return (await this.findById(id, session)) !== null;
  }

  /** @throws a duplicate key error when another library has the name */
  change(
    session: ClientSession,
    id: string,
    values: Pick<WikiLibraryRecord, 'name' | 'name_key' | 'description' | 'name_changes'>,
  ): Promise<WikiLibraryRecord> {
    return this.updateExisting(session, { _id: id }, { $set: values });
  }

  /** Makes every transaction that adds a page to a library wait, or retry. */
  lockAll(session: ClientSession, id: string): Promise<void> {
    return this.#lock.takeAlone(session, id);
  }

  /** Deletes a library with its categories. @returns the number of categories */
  async delete(session: ClientSession, id: string): Promise<number> {
    await this.model.deleteOne({ _id: id }, { session });
    return (await this.#categories.deleteMany({ library_id: id }, { session })).deletedCount;
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
