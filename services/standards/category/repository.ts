/** Queries on categories. */
import type { Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { NumberedRecords, type Page } from '../../../shared/kernel/database/records.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Scope } from '../scope-access.ts';
import { type CategoryRecord, categoryCollection } from './model.ts';

/** Sections of projects get their ids from here too, so that an id names one category everywhere. */
export class Categories extends NumberedRecords<CategoryRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(categoryCollection(connection), counters);
  }

  find(id: number): Promise<CategoryRecord | null> {
    return this.findById(id);
  }

  /** The category of this name below a parent. */
  findSibling(scope: Scope, parentId: number | null, name: string): Promise<CategoryRecord | null> {
    return this.findOne({ ...scope, parent_id: parentId, folded_name: foldName(name) });
  }

  /** The first `limit` categories of some scopes by `sort_order`, then name. */
  async list(scopes: readonly Scope[], limit: number): Promise<Page<CategoryRecord>> {
    if (scopes.length === 0) return { rows: [], total: 0 };
    const filter = { $or: scopes.map(({ subject_type, subject_id }) => ({ subject_type, subject_id })) };
    return this.page(filter, { sort_order: 1, folded_name: 1, _id: 1 }, { limit });
  }

  /** The category at a path of names, created when missing; null for an empty path. */
  async findOrCreatePath(scope: Scope, path: readonly string[], now: Date): Promise<CategoryRecord | null> {
    let category: CategoryRecord | null = null;
    for (const name of path)
      category = await this.#findOrCreateChild(scope, category?._id ?? null, name, now);
    return category;
  }

  async #findOrCreateChild(
    scope: Scope,
    parentId: number | null,
    name: string,
    now: Date,
  ): Promise<CategoryRecord> {
    const sibling = await this.findSibling(scope, parentId, name);
    if (sibling) return sibling;
    const record = newCategory({ id: await this.nextId(), scope, parentId, name, now });
    try {
      await this.insert(null, record);
      return record;
    } catch (error) {
      const existing = isDuplicateKey(error) ? await this.findSibling(scope, parentId, name) : null;
      if (!existing) throw error;
      return existing;
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

/** A category record; names are stored as written and compared folded. */
export function newCategory({
  id,
  scope,
  parentId,
  name,
  description = '',
  sortOrder = 0,
  now,
}: CategoryInput): CategoryRecord {
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
