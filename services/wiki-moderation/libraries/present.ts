/** Wiki libraries and categories as readers see them. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { category, categoryTree, library } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { CategoryRecord, LibraryRecord } from './model.ts';

/** A library with how many standards it has. */
export function presentLibrary({ _id, slug, name, description }: LibraryRecord, standardCount: number): Infer<typeof library> {
  return { id: _id, slug, name, description, standard_count: standardCount };
}

/** A category of a library. */
export function presentCategory(record: CategoryRecord, { slug: librarySlug }: LibraryRecord): Infer<typeof category> {
  return { ...fieldsOf(record), librarySlug };
}

/** @param counts standards filed directly in each category */
export function presentTree(
  categories: readonly CategoryRecord[],
  counts: ReadonlyMap<string | null, number>,
): Infer<typeof categoryTree> {
  const counted = (record: CategoryRecord) => ({ ...fieldsOf(record), standard_count: counts.get(record._id) ?? 0 });
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((top) => ({ ...counted(top), children: categories.filter(({ parent_id }) => parent_id === top._id).map(counted) }));
}

const fieldsOf = ({ _id, name, slug, description, sort_order, parent_id }: CategoryRecord) => ({
  id: _id,
  name,
  slug,
  description,
  sortOrder: sort_order,
  parentId: parent_id,
});
