/** Loader of a library, for callers who may read the standards of its scope. */
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import { loadScopeAccess } from '../scope-access.ts';
import type { LibraryRecord } from './model.ts';
import type { Libraries } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface LibraryResources {
  library: LibraryRecord;
}

export const libraryLoaders = (libraries: Libraries): ResourceLoaders<LibraryResources> => ({
  async library(id, ctx) {
    const record = typeof id === 'number' ? await libraries.findById(id) : null;
    if (!record) return null;
    const { subject, projectAccess } = await loadScopeAccess(record, ctx);
    return ctx.accountMay('standard:read', subject)
      ? { value: record, subject, archived: projectAccess?.archived ?? false }
      : null;
  },
});
