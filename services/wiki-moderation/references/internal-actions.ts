/** Handler of the internal action `wiki.references.resolve`, for standards: pages by address (W10). */
import type { wikiReferenceActions } from '../../../shared/contracts/wiki-moderation/references.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { Pages } from '../pages/repository.ts';

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
}

/** The handler that resolves addresses of pages. */
export const wikiReferenceInternalActions = ({
  libraries,
  pages,
}: Deps): Handlers<typeof wikiReferenceActions, NoResources> => ({
  async 'wiki.references.resolve'({ addresses }) {
    const slugsOf = Map.groupBy(addresses, ({ library_slug }) => library_slug);
    const lists = [...slugsOf].map(async ([library_slug, inLibrary]) => {
      const library = await libraries.findBySlug(library_slug);
      if (!library) return [];
      const found = await pages.findPublished(
        library._id,
        inLibrary.map(({ slug }) => slug),
      );
      return found.map(({ _id, slug, title }) => ({ library_slug, slug, id: _id, title }));
    });
    return { pages: (await Promise.all(lists)).flat() };
  },
});
