/** Views of wiki libraries and of their categories, singly and as a tree. */
import { nestCategories } from '../../../shared/category-trees/nesting.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type {
  wikiCategoryTree,
  wikiCategoryView,
  wikiLibraryView,
} from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from './model.ts';

/** A library with its number of standards. */
export function presentWikiLibrary(
  { _id, slug, name, description }: WikiLibraryRecord,
  standardCount: number,
): Infer<typeof wikiLibraryView> {
  return { id: _id, slug, name, description, standard_count: standardCount };
}

/** A category of a library. */
export function presentWikiCategory(
  record: WikiCategoryRecord,
  { slug: librarySlug }: WikiLibraryRecord,
): Infer<typeof wikiCategoryView> {
  return { ...categoryMembers(record), librarySlug };
}

/** @param counts number of standards filed directly in each category */
export function presentCategoryTree(
  categories: readonly WikiCategoryRecord[],
  counts: ReadonlyMap<string | null, number>,
): Infer<typeof wikiCategoryTree> {
  const counted = (record: WikiCategoryRecord) => ({
    ...categoryMembers(record),
    standard_count: counts.get(record._id) ?? 0,
  });
  return nestCategories(categories).map(([top, children]) => ({
    ...counted(top),
    children: children.map(counted),
  }));
}

const categoryMembers = ({ _id, name, slug, description, sort_order, parent_id }: WikiCategoryRecord) => ({
  id: _id,
  name,
  slug,
  description,
  sortOrder: sort_order,
  parentId: parent_id,
});
