/** Access of callers to categories and sections, and their loader (decisions A18; architecture §8). */
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { LoadedResource, ResourceLoaders } from '../../../shared/kernel/service/implement-action.ts';
import { loadScopeAccess } from '../scope-access.ts';
import { type CategoryView, presentCategory, presentSectionAsCategory } from './present.ts';
import type { Categories } from './repository.ts';

/**
 * A category, or a section of a project; `standardCount` is known for sections, null for categories of this
 * service.
 */
interface ReadableCategory {
  category: CategoryView;
  standardCount: number | null;
}

/** The resource that is loaded and authorized before a handler runs. */
export interface CategoryResources {
  category: ReadableCategory;
}

/** A category or section for this caller; null when it is missing or not readable. */
export async function findReadableCategory(
  id: number,
  categories: Categories,
  call: Call,
): Promise<LoadedResource<ReadableCategory> | null> {
  const record = await categories.find(id);
  if (record) {
    const { subject } = await loadScopeAccess(record, call);
    return call.accountMay('category:read', subject)
      ? { value: { category: presentCategory(record), standardCount: null }, subject }
      : null;
  }
  const { section, standard_count } = await call.call('projects.sections.get', { section_id: id });
  if (!section) return null;
  const { subject } = await loadScopeAccess(
    { subject_type: 'project', subject_id: section.project_id },
    call,
  );
  return { value: { category: presentSectionAsCategory(section), standardCount: standard_count }, subject };
}

/** The loader of categories; null for one the caller may not know of. */
export const categoryLoaders = (categories: Categories): ResourceLoaders<CategoryResources> => ({
  category: async (id, call) => (typeof id === 'number' ? findReadableCategory(id, categories, call) : null),
});
