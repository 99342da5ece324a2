/** Slugs of libraries, categories and pages (document 2, slug retirement; decisions G15, W1). */
import { RESERVED_SLUGS } from '../../shared/contracts/wiki-moderation/shapes.ts';
import { validationError } from '../../shared/kernel/validation/params.ts';

const MAX_LENGTH = 100;
/** Letters whose plain form is no decomposition. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** A slug made from a title or name; empty when it has no letter or digit that a slug may hold. */
function slugify(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, MAX_LENGTH).replace(/-+$/, '');
}

/**
 * The slug a new thing gets: the one sent, else one made from its name.
 * @throws VALIDATION_ERROR for a fixed word of the wiki, or a name that gives none
 */
export function resolveSlug(sent: string | undefined, name: string): string {
  const slug = sent ?? slugify(name);
  if (slug === '') {
    throw validationError([
      { path: 'slug', message: `Cannot generate a slug from '${[...name].slice(0, 80).join('')}'. Send one as 'slug'.` },
    ]);
  }
  if (RESERVED_SLUGS.includes(slug)) {
    throw validationError([{ path: 'slug', message: `'${slug}' is reserved. Send a different slug.` }]);
  }
  return slug;
}
