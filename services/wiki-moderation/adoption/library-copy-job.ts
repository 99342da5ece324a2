/**
 * Job that copies an edition into the library, by a call of `standards.adoptEdition`, and then sends the current name
 * of the wiki library. It is queued in `publish-edition.ts`.
 */
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { LibraryNameTransfer } from '../libraries/library-name-transfer.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { Pages } from '../pages/repository.ts';
import { parseEditionContent } from './edition-content.ts';
import type { Editions } from './repository.ts';

export const LIBRARY_COPY_JOB = 'library-copy';

interface Deps {
  node: Node;
  libraries: WikiLibraries;
  pages: Pages;
  editions: Editions;
  libraryNames: LibraryNameTransfer;
}

/**
 * Registers the job; its subject is the id of an edition. It is safe to repeat: standards recognises the
 * edition by its id.
 */
export function defineLibraryCopyJob(
  jobs: JobQueue,
  { node, libraries, pages, editions, libraryNames }: Deps,
): void {
  const copy = async (editionId: string): Promise<void> => {
    const edition = await editions.findById(editionId);
    const page = edition && (await pages.findById(edition.page_id));
    const library = page && (await libraries.findById(page.library_id));
    if (!edition || !library) throw new Error(`the page or library of edition ${editionId} is missing`);
    const { elements, fields } = parseEditionContent(await pages.loadText(editionId));
    await callAsService(node, 'wiki-moderation', 'standards.adoptEdition', {
      wiki: { standard_id: edition.page_id, adopted_revision_id: editionId },
      library: { id: library._id, name: library.name },
      title: edition.title,
      description: edition.description,
      category_path: edition.category_path,
      tag_ids: edition.tag_ids,
      edition_number: edition.revision_number,
      elements,
      fields,
    });
    // A concurrent rename may have found no library yet.
    await libraryNames.send(library._id);
  };
  jobs.register(LIBRARY_COPY_JOB, copy, { keepDone: true });
}
