/**
 * Errors of wiki libraries and categories: an unknown one, which pages throw too, and a name or slug in use. The
 * slug of a page in use is refused in `../pages/slug-repository.ts`.
 */
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { WikiCategoryRecord } from './model.ts';

export const unknownLibraryError = (slug: string): Error =>
  apiErrorAt('UNKNOWN_LIBRARY', 'librarySlug', `There is no wiki library '${slug}'.`);

/** A 400 for a category that is not in the library, or that cannot be used here. */
export const unknownCategoryError = (path: string, message: string): Error =>
  apiErrorAt('UNKNOWN_CATEGORY', path, message);

/** NAME_TAKEN or SLUG_TAKEN for a duplicate key, by the index that was violated; other errors as they are. */
export function toTakenError(error: unknown, { slug, name }: { slug: string; name: string }): unknown {
  if (!isDuplicateKey(error)) return error;
  return isDuplicateKey(error, 'name_key')
    ? apiError('NAME_TAKEN', `The name '${name}' is already in use.`)
    : slugTaken(slug);
}

const slugTaken = (slug: string) => apiError('SLUG_TAKEN', `The slug '${slug}' is already in use.`);

/** Pages that name a category by its former slug must not become those of another one. @throws SLUG_TAKEN */
export function assertNotFormerSlug(
  categories: readonly WikiCategoryRecord[],
  { _id, slug }: Pick<WikiCategoryRecord, '_id' | 'slug'>,
): void {
  const isFormer = categories.some(
    ({ _id: other, former_slugs = [] }) => other !== _id && former_slugs.includes(slug),
  );
  if (isFormer) throw slugTaken(slug);
}
