/** Lookup of the published pages at addresses of library and slug, for references in texts (decisions W10). */
import type { PageAddress } from '../../../shared/markup/page-references.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { Pages } from '../pages/repository.ts';

interface ReferencedPage extends PageAddress {
  id: string;
  title: string;
}

/** The pages at these addresses; unknown, archived and retired ones are left out. */
export async function findReferencedPages(
  addresses: readonly PageAddress[],
  libraries: WikiLibraries,
  pages: Pages,
): Promise<ReferencedPage[]> {
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
  return (await Promise.all(lists)).flat();
}
