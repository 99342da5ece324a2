/**
 * Handlers that list wiki libraries, and read one with its categories and the pages that match a search.
 * They stand here because they count and list pages; writes are in `../libraries/`.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentCategoryTree, presentWikiLibrary } from '../libraries/present.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import { presentPageRow } from './present.ts';
import type { Pages } from './repository.ts';

type LibraryReadContracts = Pick<typeof wikiLibraryEndpoints, 'wiki.libraries.list' | 'wiki.libraries.get'>;

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
}

export const wikiLibraryReadActions = ({
  libraries,
  pages,
}: Deps): Handlers<LibraryReadContracts, NoResources> => ({
  async 'wiki.libraries.list'() {
    const [all, counts] = await Promise.all([libraries.list(), pages.countByLibrary()]);
    return {
      libraries: all.map((library) => presentWikiLibrary(library, counts.get(library._id) ?? 0)),
      total: all.length,
    };
  },

  async 'wiki.libraries.get'({ slug, search }) {
    const library = await libraries.findBySlug(slug);
    if (!library) throw notFound();
    const [categories, counts, { rows, total }] = await Promise.all([
      libraries.listCategories(library._id),
      pages.countByCategory(library._id),
      pages.listPublished(library._id, search ?? '', MAX_UNPAGED_ROWS),
    ]);
    return {
      ...presentWikiLibrary(
        library,
        [...counts.values()].reduce((sum, count) => sum + count, 0),
      ),
      categories: presentCategoryTree(categories, counts),
      standards: rows.map((page) => presentPageRow(page, library, categories)),
      total,
      truncated: total > rows.length,
    };
  },
});
