/**
 * Repository of categories: lookups, lists, inserts, changes, deletions, locks, and a queue of additions to one
 * category. It also gives the sections of projects their ids, and builds new records.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { NumberedRecords, type Page } from '../../../shared/kernel/database/records.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Scope } from '../scope-access.ts';
import { type CategoryRecord, categoryCollection } from './model.ts';

/** Sections of projects get their ids from here too, so that an id names one category everywhere. */
export class Categories extends NumberedRecords<CategoryRecord> {
  readonly #mutex = new KeyedMutex();

  constructor(connection: Connection, counters: IdCounters) {
    super(categoryCollection(connection), counters);
  }

  /** The category of this name below a parent. */
  findSibling(
    { subject_type, subject_id }: Scope,
    parentId: number | null,
    name: string,
    session: ClientSession | null = null,
  ): Promise<CategoryRecord | null> {
    const folded_name = foldName(name);
    return this.findOne({ subject_type, subject_id, parent_id: parentId, folded_name }, session);
  }

  /**
   * Keeps categories as they are until the transaction ends: a concurrent one that renames, moves or
   * deletes them conflicts with it and is retried.
   */
  async lock(session: ClientSession, ids: readonly number[]): Promise<void> {
    await this.model.updateMany({ _id: { $in: [...ids] } }, { $inc: { uses: 1 } }, { session });
  }

  /** Keeps one category the same way, and reads it; null when it has been deleted. */
  lockOne(session: ClientSession, id: number): Promise<CategoryRecord | null> {
    return this.update(session, { _id: id }, { $inc: { uses: 1 } });
  }

  /**
   * Runs the transactions of this process that add to a category one after another: each locks the category, so
   * concurrent ones would conflict.
   */
  inTurn<T>(id: number | null | undefined, transaction: () => Promise<T>): Promise<T> {
    return id ? this.#mutex.run(id, transaction) : transaction();
  }

  /** Some categories with their children, and others by their place and name. */
  findAround(
    session: ClientSession,
    { subject_type, subject_id }: Scope,
    ids: readonly number[],
    places: readonly { parent_id: number | null; names: readonly string[] }[],
  ): Promise<CategoryRecord[]> {
    const scope = { subject_type, subject_id };
    const branches = [
      { _id: { $in: [...ids] }, ...scope },
      { ...scope, parent_id: { $in: [...ids] } },
      ...places.map(({ parent_id, names }) => ({
        ...scope,
        parent_id,
        folded_name: { $in: names.map(foldName) },
      })),
    ];
    return this.findAll({ $or: branches }, { session });
  }

  /** Null if it has been deleted. @throws a duplicate key error when a sibling has the name */
  change(
    session: ClientSession,
    id: number,
    { name, ...members }: Partial<Pick<CategoryRecord, 'name' | 'description' | 'parent_id' | 'sort_order'>>,
  ): Promise<CategoryRecord | null> {
    const named = name === undefined ? {} : { name: name.trim(), folded_name: foldName(name) };
    return this.update(session, { _id: id }, { $set: { ...members, ...named } });
  }

  async delete(session: ClientSession, ids: readonly number[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: [...ids] } }, { session });
  }

  /** The first `limit` categories of some scopes by `sort_order`, then name. */
  async list(scopes: readonly Scope[], limit: number): Promise<Page<CategoryRecord>> {
    if (scopes.length === 0) return { rows: [], total: 0 };
    const filter = { $or: scopes.map(({ subject_type, subject_id }) => ({ subject_type, subject_id })) };
    return this.page(filter, { sort_order: 1, folded_name: 1, _id: 1 }, { limit });
  }
}

interface NewCategory {
  name: string;
  description?: string | undefined;
  parent_id: number | null;
  sort_order?: number | undefined;
}

/** A category record; names are stored as written and compared folded. */
export const newCategory = (
  id: number,
  scope: Scope,
  { name, description = '', parent_id, sort_order = 0 }: NewCategory,
  created_at: Date,
): CategoryRecord => ({
  _id: id,
  name: name.trim(),
  folded_name: foldName(name),
  description,
  ...scope,
  parent_id,
  sort_order,
  created_at,
});
