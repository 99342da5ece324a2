/**
 * The category in which a standard is filed (in a project, a section) with the names of its path: its lookup by id,
 * its lock in a transaction (a section has none), and the fields that the standard stores of it.
 */
import type { ClientSession } from 'mongoose';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { isSameScope, type Scope } from '../scope-access.ts';
import type { CategoryRecord } from './model.ts';
import { loadSectionPaths } from './project-sections.ts';
import type { Categories } from './repository.ts';

/** A category with the names from the top-level category to its own; empty for a standard without one. */
export interface CategoryPath {
  id: number | null;
  path: string[];
}

export const NO_CATEGORY: CategoryPath = { id: null, path: [] };

/** The category of this id in the scope of a standard. @throws UNKNOWN_CATEGORY */
export async function resolveCategory(
  id: number,
  scope: Scope,
  categories: Categories,
  ctx: RequestContext,
): Promise<CategoryPath> {
  const categoryPath =
    scope.subject_type === 'project'
      ? await findSectionPath(id, scope, ctx)
      : await findCategoryPath(id, scope, categories);
  if (!categoryPath) throw unknownCategory(id);
  return categoryPath;
}

const unknownCategory = (id: number): Error =>
  apiErrorAt(
    'UNKNOWN_CATEGORY',
    'category_id',
    `Category ${id} does not belong to this scope. List the available categories with GET /api/categories.`,
  );

/**
 * Locks the category in the transaction that files a standard in it, so that it is not renamed, moved or deleted
 * concurrently, and reads it again. A section is resolved at each read instead (`project-sections.ts`).
 * @throws UNKNOWN_CATEGORY when it has been deleted since
 */
export async function lockCategory(
  session: ClientSession,
  categoryPath: CategoryPath,
  { subject_type }: Scope,
  categories: Categories,
): Promise<CategoryPath> {
  const { id } = categoryPath;
  if (id === null || subject_type === 'project') return categoryPath;
  const current = await categories.lockOne(session, id);
  if (!current) throw unknownCategory(id);
  return toPath(current, categories, session);
}

/** Null for a category that does not exist. */
export async function loadCategoryPath(
  id: number,
  categories: Categories,
  session: ClientSession | null = null,
): Promise<CategoryPath | null> {
  const category = await categories.findById(id, session);
  return category && toPath(category, categories, session);
}

async function toPath(
  { _id: id, parent_id, name }: CategoryRecord,
  categories: Categories,
  session: ClientSession | null = null,
): Promise<CategoryPath> {
  const parent = parent_id === null ? null : await categories.findById(parent_id, session);
  return { id, path: [...(parent ? [parent.name] : []), name] };
}

async function findCategoryPath(
  id: number,
  scope: Scope,
  categories: Categories,
): Promise<CategoryPath | null> {
  const category = await categories.findById(id);
  return category && isSameScope(category, scope) ? toPath(category, categories) : null;
}

async function findSectionPath(
  id: number,
  { subject_id }: Scope,
  ctx: RequestContext,
): Promise<CategoryPath | null> {
  if (subject_id === null) return null;
  const place = (await loadSectionPaths(subject_id, ctx)).get(id);
  return place?.id === id ? place : null;
}

/**
 * The members of a standard derived from its category. The key sorts standards by category, a child right
 * after its parent.
 */
export const toCategoryFields = ({ id, path }: CategoryPath) => ({
  category_id: id,
  category_path: path,
  category_key: path.map(foldName).join('\u001f'),
});
