/**
 * Lookup of the category that a frontmatter names, among those of the library: by slug, by a name that is unique
 * there, as `Parent/Child`, or by a former slug; or the error message. Pure.
 */
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { unknownCategoryError } from './errors.ts';
import type { WikiCategoryRecord } from './model.ts';

/**
 * The category of this name, or the error message when there is none.
 * @param categories all categories of the library
 */
export function findCategory(
  categories: readonly WikiCategoryRecord[],
  name: string,
): WikiCategoryRecord | string {
  const wanted = name.trim();
  const bySlug = categories.find(({ slug }) => slug === wanted);
  if (bySlug) return bySlug;
  const byName = categories.filter(({ name_key }) => name_key === foldName(wanted));
  const [only] = byName;
  if (only && byName.length === 1) return only;
  if (byName.length > 1)
    return `The library has ${byName.length} categories called '${truncateName(wanted)}'. Use Parent/Child or the slug.`;
  const former = categories.find(({ former_slugs = [] }) => former_slugs.includes(wanted));
  return findChild(categories, wanted) ?? former ?? `The library has no category '${truncateName(wanted)}'.`;
}

/** Like `findCategory`. @throws UNKNOWN_CATEGORY at the content, whose frontmatter names it */
export function requireNamedCategory(
  categories: readonly WikiCategoryRecord[],
  name: string,
): WikiCategoryRecord {
  const category = findCategory(categories, name);
  if (typeof category === 'string') throw unknownCategoryError('content', category);
  return category;
}

/** Tries every slash, because names may contain slashes. */
function findChild(
  categories: readonly WikiCategoryRecord[],
  wanted: string,
): WikiCategoryRecord | undefined {
  const isCalled = (category: WikiCategoryRecord, word: string): boolean =>
    [category.slug, ...(category.former_slugs ?? [])].includes(word.trim()) ||
    category.name_key === foldName(word);
  for (let at = wanted.indexOf('/'); at >= 0; at = wanted.indexOf('/', at + 1)) {
    const parent = categories.find(
      (category) => category.parent_id === null && isCalled(category, wanted.slice(0, at)),
    );
    const child =
      parent &&
      categories.find(
        (category) => category.parent_id === parent._id && isCalled(category, wanted.slice(at + 1)),
      );
    if (child) return child;
  }
  return undefined;
}

const truncateName = (word: string): string => [...word].slice(0, 100).join('');
