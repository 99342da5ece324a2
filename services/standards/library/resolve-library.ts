/** Library of a new standard: the one requested, else the scope's default, created if missing. */
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import { isSameScope, type Scope } from '../scope-access.ts';
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
