/**
 * Loader for requests on a working copy: the standard with the caller's access to it, and for `If-Match` the
 * version of the open working copy.
 */
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import { findReadableStandard, type ReadableStandard } from '../standard/access.ts';
import type { Standards } from '../standard/repository.ts';
import type { WorkingCopies } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface WorkingCopyResources {
  /** The standard of the working copy; the handler checks whether one is open. */
  workingCopy: ReadableStandard;
}

export const workingCopyLoaders = (
  standards: Standards,
  workingCopies: WorkingCopies,
): ResourceLoaders<WorkingCopyResources> => ({
  async workingCopy(id, ctx) {
    const loaded = typeof id === 'number' ? await findReadableStandard(id, standards, ctx) : null;
    return (
      loaded && {
        ...loaded,
        version: async () => (await workingCopies.findById(loaded.value._id))?.version ?? null,
      }
    );
  },
});
