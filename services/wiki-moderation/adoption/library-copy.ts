/** Brings the library copy of a page in line with an edition, in the background (document 1, direct-adopt; decisions W3, W11). */
import type { Jobs } from '../../../shared/kernel/background/jobs.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import type { Libraries } from '../libraries/repository.ts';
import type { Pages } from '../pages/repository.ts';
import { readContent } from './content.ts';
import type { Editions } from './repository.ts';

export const LIBRARY_COPY = 'library-copy';

interface Deps {
  node: Node;
  libraries: Libraries;
  pages: Pages;
  editions: Editions;
}

/** Teaches the jobs to copy an edition, named by its id. Doing it twice does it once: standards knows the edition by its id. */
export function defineLibraryCopy(jobs: Jobs, { node, libraries, pages, editions }: Deps): void {
  jobs.define(LIBRARY_COPY, async (editionId) => {
    const edition = await editions.byId(editionId);
    const page = edition && (await pages.byId(edition.page_id));
    const library = page && (await libraries.byId(page.library_id));
    if (!edition || !library) throw new Error(`edition ${editionId} has lost its page or library`);
    const { elements, fields } = readContent(await pages.textOf(editionId));
    await callAsService(node, 'wiki-moderation', 'standards.adoptEdition', {
      wiki: { standard_id: edition.page_id, adopted_revision_id: editionId },
      library_name: library.name,
      title: edition.title,
      description: edition.description,
      category_path: edition.category_path,
      tag_ids: edition.tag_ids,
      edition_number: edition.revision_number,
      elements,
      fields,
    });
  });
}
