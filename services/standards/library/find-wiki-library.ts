/** Lookup of the global library of a wiki library. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { GLOBAL_SCOPE } from '../scope-access.ts';
import type { LibraryRecord } from './model.ts';
import type { Libraries } from './repository.ts';

/** Whether a library holds copies of wiki pages. */
export type HoldsWikiCopies = (libraryId: number) => Promise<boolean>;

/**
 * The global library of a wiki library, which is created when it is missing. One that an earlier version made for
 * copies of wiki pages has no link yet, and is found by its name.
 * @throws NAME_TAKEN when another global library has the name; a duplicate key error beside a call that creates it
 */
export async function findOrCreateWikiLibrary(
  libraries: Libraries,
  holdsWikiCopies: HoldsWikiCopies,
  { id, name }: { id: string; name: string },
): Promise<LibraryRecord> {
  const linked = await libraries.findOfWiki(id);
  if (linked) return linked;
  // Made first, so that a wiki library of its name does not become the default one of all global standards.
  await libraries.findOrCreateDefault(GLOBAL_SCOPE);
  const named = await libraries.findByName(GLOBAL_SCOPE, name);
  if (named === null) return libraries.createOfWiki(id, name);
  const library = (await holdsWikiCopies(named._id)) ? await libraries.linkToWiki(named._id, id) : null;
  const found = library ?? (await libraries.findOfWiki(id));
  if (found) return found;
  throw apiError(
    'NAME_TAKEN',
    `There is already a global library named ${JSON.stringify(name)}. Rename it, or the wiki library.`,
  );
}
