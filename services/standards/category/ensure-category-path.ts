/**
 * Finds or creates each category of a path, by name, in a scope other than a project, within a transaction.
 * Existing ones are locked. Shared by `categories.adopt`, adopted editions and customised copies.
 */
import type { ClientSession } from 'mongoose';
import type { Scope } from '../scope-access.ts';
import type { CategoryRecord } from './model.ts';
import { type Categories, newCategory } from './repository.ts';

interface RequestedPath {
  /** Not of a project, whose categories are sections of its revisions. */
  scope: Scope;
  /** From the top-level category to its own. */
  path: readonly { name: string; description?: string; sort_order?: number }[];
  /** An id for each level, allocated before the transaction, which may run more than once. */
  ids: readonly number[];
  now: Date;
}

interface CategoryPath {
  /** The category of each level; a child is searched only below its parent. */
  categories: CategoryRecord[];
  /** The ids of those that were created. */
  created: number[];
}

/** The categories of a path; none can be renamed, moved or deleted until the transaction ends. */
export async function ensureCategoryPath(
  session: ClientSession,
  repository: Categories,
  { scope, path, ids, now }: RequestedPath,
): Promise<CategoryPath> {
  const categories: CategoryRecord[] = [];
  const created: number[] = [];
  for (const [level, { name, description, sort_order }] of path.entries()) {
    const parentId = categories.at(-1)?._id ?? null;
    const sibling = await repository.findSibling(scope, parentId, name, session);
    if (sibling) {
      await repository.lock(session, [sibling._id]);
      categories.push(sibling);
      continue;
    }
    const id = ids[level];
    if (id === undefined) throw new Error(`no id for the category ${name}`);
    const category = newCategory(id, scope, { name, description, parent_id: parentId, sort_order }, now);
    await repository.insert(session, category);
    categories.push(category);
    created.push(id);
  }
  return { categories, created };
}
