/**
 * References to wiki pages in a text, `[[library/slug]]` or `[[library/slug#2.1]]`: the pattern, a search, and
 * the citations of a document. Pure.
 */

export interface PageAddress {
  library_slug: string;
  slug: string;
}

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
/** `library/slug`, or with the address of a clause; its groups are the two slugs and that address. */
export const REFERENCE_PATTERN = `(${SLUG})/(${SLUG})(?:#([0-9]+(?:\\.[0-9]+)*))?`;

/** No reference is longer: two slugs and the address of a clause. */
const MAX_REFERENCE = 300;
const BRACKETED = new RegExp(`\\[\\[([^\\[\\]\\n]{1,${MAX_REFERENCE}})\\]\\]`, 'g');
const REFERENCE = new RegExp(`^${REFERENCE_PATTERN}$`);

export interface PageReference extends PageAddress {
  /** The address of a clause of that page; null for the page itself. */
  clause: string | null;
  /** Counted from 1. */
  line: number;
}

/** The references of a text in their order; other text in brackets is left out. */
export function findReferences(text: string): PageReference[] {
  const references: PageReference[] = [];
  let line = 1;
  let counted = 0;
  for (const { 1: inBrackets = '', index } of text.matchAll(BRACKETED)) {
    const [, library_slug, slug, clause = null] = REFERENCE.exec(inBrackets) ?? [];
    if (library_slug === undefined || slug === undefined) continue;
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) {
      line += 1;
      counted = at + 1;
    }
    references.push({ library_slug, slug, clause, line });
  }
  return references;
}

/** A page that a document cites, and how often. */
export interface Citation {
  /** `library/slug`. */
  page: string;
  occurrences: number;
}

/**
 * Most pages of one document that count as cited, and characters of their addresses: the first ones of its
 * text. They are stored with its head, of which lists read many.
 */
export const MAX_CITED_PAGES = 1_000;
const MAX_CITED_CHARACTERS = 20_000;

/** A page as `Citation` names it. */
export const citedPage = ({ library_slug, slug }: PageAddress): string => `${library_slug}/${slug}`;

/** The pages that the texts of a document cite, in their order. */
export function findCitations(texts: Iterable<string>): Citation[] {
  const citations = new Map<string, Citation>();
  let characters = 0;
  for (const text of texts) {
    for (const reference of findReferences(text)) {
      const page = citedPage(reference);
      const known = citations.get(page);
      if (known) known.occurrences += 1;
      if (known || citations.size === MAX_CITED_PAGES || characters + page.length > MAX_CITED_CHARACTERS)
        continue;
      characters += page.length;
      citations.set(page, { page, occurrences: 1 });
    }
  }
  return [...citations.values()];
}
