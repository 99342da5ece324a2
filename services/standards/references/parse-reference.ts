/** Parser of a reference to a wiki page, or to a clause of one. Pure. */
import { type PageReference, REFERENCE_PATTERN } from '../../../shared/markup/page-references.ts';

const REFERENCE = new RegExp(`^${REFERENCE_PATTERN}$`);

/** The page or clause that a reference names; null for any other text. */
export function parseReference(reference: string): Omit<PageReference, 'line'> | null {
  const [, library_slug, slug, clause = null] = REFERENCE.exec(reference) ?? [];
  return library_slug === undefined || slug === undefined ? null : { library_slug, slug, clause };
}
