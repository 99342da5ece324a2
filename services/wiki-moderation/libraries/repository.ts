/** Repository of wiki libraries and their categories: lookups, lists and inserts. */
import type { ClientSession, Connection } from 'mongoose';
import { insertRaw } from '../../../shared/kernel/database/mongo.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
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
    return this.model.find().sort({ name_key: 1 }).lean<WikiLibraryRecord[]>().exec();
  }

  findBySlug(slug: string): Promise<WikiLibraryRecord | null> {
    return this.findOne({ slug });
  }

  override findById(id: string): Promise<WikiLibraryRecord | null> {
    return super.findById(id);
  }

  /** The categories of a library, by sort order and name. */
  listCategories(libraryId: string): Promise<WikiCategoryRecord[]> {
    return this.#categories
      .find({ library_id: libraryId })
      .sort({ sort_order: 1, name_key: 1 })
      .lean<WikiCategoryRecord[]>()
      .exec();
  }

  /** @throws a duplicate key error for a slug in use, or the name of a sibling */
  insertCategory(session: ClientSession, record: WikiCategoryRecord): Promise<void> {
    return insertRaw(this.#categories, record, session);
  }
}
