/**
 * Handler that searches the clauses of wiki pages. Each hit is looked up in the database again, so that archived pages
 * and hidden revisions are not shown.
 */
import type { wikiSearchEndpoints } from '../../../shared/contracts/wiki-moderation/searching.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { makeSnippet } from '../../../shared/search/snippet.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { PageHit } from '../search/page-feed.ts';

/** A clause and each of its fields have a row of their own in the index. */
const ROWS_PER_HIT = 2;

export const wikiSearchActions = ({
  searchIndex,
  libraries,
  pages,
}: WikiService): Handlers<typeof wikiSearchEndpoints, NoResources> => {
  /** The hits that everybody may read now: the index lags slightly behind the database. */
  async function findReadable(found: readonly PageHit[]) {
    const [heads, visible, all] = await Promise.all([
      pages.findPublishedById([...new Set(found.map(({ pageId }) => pageId))]),
      pages.revisions.findVisibleIds([...new Set(found.map(({ revisionId }) => revisionId))]),
      libraries.list(),
    ]);
    const slugs = new Map(all.map(({ _id, slug }) => [_id, slug]));
    const pageOf = new Map(heads.map((page) => [page._id, page]));
    return found.flatMap(({ pageId, revisionId, hit }) => {
      const page = pageOf.get(pageId);
      if (!page || !visible.has(revisionId)) return [];
      const { slug, title, library_id } = page;
      return [{ standard: { id: pageId, librarySlug: slugs.get(library_id) ?? '', slug, title }, hit }];
    });
  }

  return {
    async 'wiki.searchContent'({ query, limit }) {
      const found = await searchIndex.search((feed) => feed.search(query, limit * ROWS_PER_HIT));
      const shown = new Set<string>();
      const hits = (await findReadable(found)).flatMap(({ standard, hit }) => {
        const { address } = hit.element;
        const place = `${standard.id} ${address}`;
        if (shown.has(place)) return [];
        shown.add(place);
        const texts = [hit.heading, hit.content].filter((text) => text !== '');
        return [{ standard, address, snippet: makeSnippet(texts.join(' – '), query) }];
      });
      return { query, hits: hits.slice(0, limit), search_event_id: null };
    },
  };
};
