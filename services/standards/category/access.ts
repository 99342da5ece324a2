/**
 * Resource loader of categories that the caller may read, where the sections of a project count as categories; and
 * the lookup of a category that a request body names.
 */
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import type { Subject } from '../../../shared/kernel/auth/authorization.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedResource, ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectAccess } from '../../../shared/projects/project-access.ts';
import { loadScopeAccess } from '../scope-access.ts';
import { presentCategory } from './model.ts';
import type { Categories } from './repository.ts';

/**
 * A category, or a section of a project; `standardCount` is known for sections, null for categories of this
 * service.
 */
export interface ReadableCategory {
  category: CategoryView;
  standardCount: number | null;
  /** The project of a section. */
  project: ProjectAccess | null;
}

/** The resource that is loaded and authorized before a handler runs. */
export interface CategoryResources {
  category: ReadableCategory;
}

/** A category or section for this caller; null when it is missing or not readable. */
async function findReadableCategory(
  id: number,
  categories: Categories,
  ctx: RequestContext,
): Promise<LoadedResource<ReadableCategory> | null> {
  const record = await categories.findById(id);
  if (record) {
    const { subject } = await loadScopeAccess(record, ctx);
    return ctx.accountMay('category:read', subject)
      ? toResource({ category: presentCategory(record), standardCount: null, project: null }, subject)
      : null;
  }
  const { section, standard_count } = await ctx.call('projects.sections.get', { section_id: id });
  if (!section) return null;
  const { subject, projectAccess: project } = await loadScopeAccess(section, ctx);
  return toResource({ category: section, standardCount: standard_count, project }, subject);
}

const toResource = (value: ReadableCategory, subject: Subject): LoadedResource<ReadableCategory> => ({
  value,
  subject,
  archived: value.project?.archived ?? false,
  version: () => categoryVersion(value.category),
});

/** A category that the body of a request names. @throws NOT_FOUND when unknown or unreadable */
export async function requireNamedCategory(
  id: number,
  categories: Categories,
  ctx: RequestContext,
): Promise<CategoryView> {
  const loaded = await findReadableCategory(id, categories, ctx);
  if (!loaded || !ctx.accountMay('category:read', loaded.subject)) throw notFound();
  return loaded.value.category;
}

export const categoryLoaders = (categories: Categories): ResourceLoaders<CategoryResources> => ({
  category: async (id, ctx) => (typeof id === 'number' ? findReadableCategory(id, categories, ctx) : null),
});
