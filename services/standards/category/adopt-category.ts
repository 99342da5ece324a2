/** Adoption of a category into another scope by its name: the category of the name there, else a new one (S9). */
import type { ClientSession } from 'mongoose';
import type { Scope } from '../scope-access.ts';
import { type CategoryPath, NO_CATEGORY } from './category-path.ts';
import { type Categories, newCategory } from './repository.ts';

interface CategoryAdoption {
  /** Not of a project, whose categories are sections of its revisions. */
  scope: Scope;
  /** Names from the top-level category to its own. */
  path: readonly string[];
  /** An id for each name, taken before the transaction, which may run more than once. */
  ids: readonly number[];
  now: Date;
}

/** The category at a path of names in a scope, with what was missing of it; none for an empty path. */
export async function adoptCategory(
  session: ClientSession,
  categories: Categories,
  { scope, path, ids, now }: CategoryAdoption,
): Promise<{ categoryPath: CategoryPath; created: number[] }> {
  const created: number[] = [];
  let categoryPath = NO_CATEGORY;
  for (const [level, name] of path.entries()) {
    const parentId = categoryPath.id;
    let category = await categories.findSibling(scope, parentId, name, session);
    if (!category) {
      const id = ids[level];
      if (id === undefined) throw new Error(`no id for the category ${name}`);
      category = newCategory({ id, scope, parentId, name, now });
      await categories.insert(session, category);
      created.push(id);
    }
    categoryPath = { id: category._id, path: [...categoryPath.path, category.name] };
  }
  return { categoryPath, created };
}
