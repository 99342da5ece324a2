/** Queries on wiki libraries and their categories. */
import type { ClientSession, Connection } from 'mongoose';
import { type CategoryRecord, categoryModel, type LibraryRecord, libraryModel } from './model.ts';

export class Libraries {
  readonly #libraries: ReturnType<typeof libraryModel>;
  readonly #categories: ReturnType<typeof categoryModel>;

  constructor(connection: Connection) {
    this.#libraries = libraryModel(connection);
    this.#categories = categoryModel(connection);
  }

  all(): Promise<LibraryRecord[]> {
    return this.#libraries.find().sort({ name_key: 1 }).lean<LibraryRecord[]>();
  }

  bySlug(slug: string): Promise<LibraryRecord | null> {
    return this.#libraries.findOne({ slug }).lean<LibraryRecord>();
  }

  byId(id: string): Promise<LibraryRecord | null> {
    return this.#libraries.findById(id).lean<LibraryRecord>();
  }

  /** @throws a duplicate-key error for a taken slug or name */
  async add(record: LibraryRecord, session: ClientSession): Promise<void> {
    await this.#libraries.create([record], { session });
  }

  /** The categories of a library, by sort order and name. */
  categoriesOf(libraryId: string): Promise<CategoryRecord[]> {
    return this.#categories.find({ library_id: libraryId }).sort({ sort_order: 1, name_key: 1 }).lean<CategoryRecord[]>();
  }

  /** @throws a duplicate-key error for a taken slug, or a name taken among its siblings */
  async addCategory(record: CategoryRecord, session: ClientSession): Promise<void> {
    await this.#categories.create([record], { session });
  }
}
