/**
 * Pure functions on a flat list of categories or project sections: children by parent, paths of names, and
 * the refusal of a third level.
 */

/** A stored category, or one as callers see it. */
type CategoryNode<Id> = { readonly parent_id: Id | null } & ({ readonly id: Id } | { readonly _id: Id });

const idOf = <Id>(category: CategoryNode<Id>): Id => ('_id' in category ? category._id : category.id);

/**
 * Each top-level category with its children, in the order given. A child whose parent is missing counts as
 * top-level.
 */
export function nestCategories<T extends CategoryNode<unknown>>(
  categories: readonly T[],
): [category: T, children: T[]][] {
  const ids = new Set(categories.map(idOf));
  const children = Map.groupBy(categories, ({ parent_id }) => (ids.has(parent_id) ? parent_id : null));
  return (children.get(null) ?? []).map((category) => [category, children.get(idOf(category)) ?? []]);
}

/** The names from the top-level category to each, by id. */
export function categoryPaths<Id>(
  categories: readonly (CategoryNode<Id> & { readonly name: string })[],
): Map<Id, string[]> {
  const names = new Map(categories.map((category) => [idOf(category), category.name]));
  return new Map(
    categories.map((category) => {
      const parent = category.parent_id === null ? undefined : names.get(category.parent_id);
      return [idOf(category), parent === undefined ? [category.name] : [parent, category.name]];
    }),
  );
}

/** @throws `refusal` of a parent that is itself a subcategory */
export function assertTopLevel(
  parent: { readonly parent_id: unknown },
  refusal: (message: string) => Error,
): void {
  if (parent.parent_id === null) return;
  throw refusal('The parent is already a subcategory. Categories can be nested only one level deep.');
}
