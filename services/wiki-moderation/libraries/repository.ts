/** Queries on wiki libraries and their categories. */
import type { ClientSession, Connection } from 'mongoose';
import { type WikiCategoryRecord, type WikiLibraryRecord, wikiCategoryModel, wikiLibraryModel } from './model.ts';

export class WikiLibraries {
  readonly #libraries: ReturnType<typeof wikiLibraryModel>;
  readonly #categories: ReturnType<typeof wikiCategoryModel>;

  constructor(connection: Connection) {
    this.#libraries = wikiLibraryModel(connection);
    this.#categories = wikiCategoryModel(connection);
  }

  list(): Promise<WikiLibraryRecord[]> {
    return this.#libraries.find().sort({ name_key: 1 }).lean<WikiLibraryRecord[]>();
  }

  findBySlug(slug: string): Promise<WikiLibraryRecord | null> {
    return this.#libraries.findOne({ slug }).lean<WikiLibraryRecord>();
  }

  findById(id: string): Promise<WikiLibraryRecord | null> {
    return this.#libraries.findById(id).lean<WikiLibraryRecord>();
  }

  /** @throws a duplicate-key error for a taken slug or name */
  async add(record: WikiLibraryRecord, session: ClientSession): Promise<void> {
    await this.#libraries.create([record], { session });
  }

  /** The categories of a library, by sort order and name. */
  listCategories(libraryId: string): Promise<WikiCategoryRecord[]> {
    return this.#categories.find({ library_id: libraryId }).sort({ sort_order: 1, name_key: 1 }).lean<WikiCategoryRecord[]>();
  }

  /** @throws a duplicate-key error for a taken slug, or a name taken among its siblings */
  async addCategory(record: WikiCategoryRecord, session: ClientSession): Promise<void> {
    await this.#categories.create([record], { session });
  }
}
