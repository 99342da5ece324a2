/** Looks up the published pages and the clauses of their current revisions that references in texts name. */
import type { PageAddress } from '../../../shared/markup/page-references.ts';
import type { PageQuestion } from '../../../shared/markup/reference-targets.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import type { RevisionParser } from '../pages/revision-parser.ts';

interface ReferencedPage extends PageAddress {
  id: string;
  title: string;
  /** The requested clauses that the current revision has; held ones too, since holds do not apply to pages. */
  clauses: string[];
}

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
  revisionParser: RevisionParser;
}

/** A page, or clauses of it; without `clauses` the page. */
type PageLookup = PageAddress & Partial<PageQuestion>;

export class ReferencedPages {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The pages at these addresses; unknown, archived and retired ones are left out.
   * @param lookups each page once
   * @param signal aborted when the caller disconnects
   * @throws SERVICE_UNAVAILABLE while the queue of the markup reader is full
   */
  async find(lookups: readonly PageLookup[], signal: AbortSignal): Promise<ReferencedPage[]> {
    const found: ReferencedPage[] = [];
    for (const [library_slug, inLibrary] of Map.groupBy(lookups, (lookup) => lookup.library_slug)) {
      const clausesOf = new Map(inLibrary.map(({ slug, clauses = [] }) => [slug, clauses]));
      // Page by page: a parse may take a second, and the queue of the markup reader is shared by all requests.
      for (const page of await this.#findPublished(library_slug, [...clausesOf.keys()])) {
        const { _id, slug, title } = page;
        const clauses = await this.#findClauses(page, clausesOf.get(slug) ?? [], signal);
        found.push({ library_slug, slug, id: _id, title, clauses });
      }
    }
    return found;
  }

  async #findPublished(librarySlug: string, slugs: string[]): Promise<PageRecord[]> {
    const library = await this.#deps.libraries.findBySlug(librarySlug);
    return library ? this.#deps.pages.findPublished(library._id, slugs) : [];
  }

  /** The requested addresses that the page has; none for a text of an older grammar, which cannot be parsed. */
  async #findClauses(page: PageRecord, requested: readonly string[], signal: AbortSignal): Promise<string[]> {
    if (requested.length === 0) return [];
    const { id } = page.current_revision;
    const stored = { id, pageId: page._id, content: await this.#deps.pages.loadText(id) };
    const { elements } = await this.#deps.revisionParser.parseOrFindErrors(stored, signal);
    const addresses = new Set(elements.map(({ address }) => address));
    return requested.filter((address) => addresses.has(address));
  }
}
