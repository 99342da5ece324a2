/** The library of a new standard: the one requested, the default one of the scope, or that of a wiki library. */
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import { GLOBAL_SCOPE, isSameScope, type Scope } from '../scope-access.ts';
import type { LibraryRecord } from './model.ts';
import type { Libraries } from './repository.ts';

/**
 * The library of this id, or the default one of the scope. @throws UNKNOWN_LIBRARY for a library of another
 * scope
 */
export async function resolveLibrary(
  id: number | null | undefined,
  scope: Scope,
  libraries: Libraries,
): Promise<LibraryRecord> {
  if (id === undefined || id === null) return libraries.findOrCreateDefault(scope);
  const library = await libraries.findById(id);
  if (library && isSameScope(library, scope)) return library;
  const message = `Library ${id} does not belong to this scope. List the available libraries with GET /api/libraries.`;
  throw apiErrorAt('UNKNOWN_LIBRARY', 'library_id', message);
}

/**
 * The global library of a wiki library, which is created when it is missing. One that an earlier version made for
 * copies of wiki pages has no link yet, and is found by its name.
 * @throws NAME_TAKEN when another global library has the name; a duplicate key error when a concurrent call
 * creates it
 */
export async function findOrCreateWikiLibrary(
  libraries: Libraries,
  standardsByCategory: { hasWikiCopies(libraryId: number): Promise<boolean> },
  { id, name }: { id: string; name: string },
): Promise<LibraryRecord> {
  const linked = await libraries.findOfWiki(id);
  if (linked) return linked;
  // Made first, so that a wiki library of its name does not become the default one of all global standards.
  await libraries.findOrCreateDefault(GLOBAL_SCOPE);
  const named = await libraries.findByName(GLOBAL_SCOPE, name);
  if (named === null) return libraries.createOfWiki(id, name);
  const library = (await standardsByCategory.hasWikiCopies(named._id))
    ? await libraries.linkToWiki(named._id, id)
    : null;
  const found = library ?? (await libraries.findOfWiki(id));
  if (found) return found;
  throw apiError(
    'NAME_TAKEN',
    `There is already a global library named ${JSON.stringify(name)}. Rename it, or the wiki library.`,
  );
}
