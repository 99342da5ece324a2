/**
 * Slug of a new library, category or page: the one in the request, else one from the name. Also the check of
 * reserved words.
 */
import { RESERVED_SLUGS } from '../../shared/contracts/wiki-moderation/shapes.ts';
import { validationError } from '../../shared/kernel/validation/params.ts';

const MAX_LENGTH = 100;
/** ASCII forms of letters that Unicode does not decompose. */
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

/** A slug from a title or name; empty when it has no usable letter or digit. */
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
 * The slug of a new record: the one sent, else one from its name.
 * @throws VALIDATION_ERROR for a reserved slug, or a name without usable letters
 */
export function resolveSlug(sent: string | undefined, name: string): string {
  const slug = sent ?? slugify(name);
  if (slug === '') {
    throw validationError([
      {
        path: 'slug',
        message: `Cannot generate a slug from '${[...name].slice(0, 80).join('')}'. Send one as 'slug'.`,
      },
    ]);
  }
  assertNotReserved(slug, 'slug');
  return slug;
}

/** @param path of the slug in the request. @throws VALIDATION_ERROR for a word of the paths */
export function assertNotReserved(slug: string, path: string): void {
  if (!RESERVED_SLUGS.includes(slug)) return;
  throw validationError([{ path, message: `'${slug}' is reserved. Send a different slug.` }]);
}
