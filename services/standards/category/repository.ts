/** Queries on categories. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Scope } from '../scope-access.ts';
import { type CategoryRecord, categoryModel } from './model.ts';

export class Categories {
  readonly #categories: ReturnType<typeof categoryModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    this.#categories = categoryModel(connection);
    this.#counters = counters;
  }

  /** Ids for new categories; taken before the transaction, which may run more than once. */
  reserveIds(count: number): Promise<number[]> {
    return this.#counters.take('categories', count);
  }

  nextId(): Promise<number> {
    return this.#counters.next('categories');
  }

  find(id: number): Promise<CategoryRecord | null> {
    return this.#categories.findById(id).lean<CategoryRecord>().exec();
  }

  /** The sibling of this name, in a scope and below a parent. */
  findSibling(scope: Scope, parentId: number | null, name: string): Promise<CategoryRecord | null> {
    return this.#categories
      .findOne({ ...scope, parent_id: parentId, folded_name: foldName(name) })
      .lean<CategoryRecord>()
      .exec();
  }

  /** The first `limit` categories of some scopes by `sort_order`, then name, with how many there are in all. */
  async list(scopes: readonly Scope[], limit: number): Promise<{ rows: CategoryRecord[]; total: number }> {
    if (scopes.length === 0) return { rows: [], total: 0 };
    const query = { $or: scopes.map(({ subject_type, subject_id }) => ({ subject_type, subject_id })) };
    const rows = await this.#categories
      .find(query)
      .sort({ sort_order: 1, folded_name: 1, _id: 1 })
      .limit(limit)
      .lean<CategoryRecord[]>()
      .exec();
    return { rows, total: rows.length < limit ? rows.length : await this.#categories.countDocuments(query) };
  }

  /** @throws a duplicate key error when a sibling has the name */
  async add(session: ClientSession, category: CategoryRecord): Promise<void> {
    await this.#categories.create([category], { session });
  }

  /** The category at a path of names in a scope, made where it is missing; null for an empty path. */
  async findOrCreatePath(scope: Scope, path: readonly string[], now: Date): Promise<CategoryRecord | null> {
    let category: CategoryRecord | null = null;
    for (const name of path) category = await this.#findOrCreateChild(scope, category?._id ?? null, name, now);
    return category;
  }

  async #findOrCreateChild(scope: Scope, parentId: number | null, name: string, now: Date): Promise<CategoryRecord> {
    const known = await this.findSibling(scope, parentId, name);
    if (known) return known;
    const record = newCategory({ id: await this.nextId(), scope, parentId, name, now });
    try {
      await this.#categories.create(record);
      return record;
    } catch (error) {
      const made = isDuplicateKey(error) ? await this.findSibling(scope, parentId, name) : null;
      if (!made) throw error;
      return made;
    }
  }
}

interface CategoryInput {
  id: number;
  scope: Scope;
  parentId: number | null;
  name: string;
  description?: string;
  sortOrder?: number;
  now: Date;
}

/** A category record; the name is kept as written and compared folded. */
export function newCategory({ id, scope, parentId, name, description = '', sortOrder = 0, now }: CategoryInput): CategoryRecord {
  return {
    _id: id,
    name: name.trim(),
    folded_name: foldName(name),
    description,
    ...scope,
    parent_id: parentId,
    sort_order: sortOrder,
    created_at: now,
  };
}
