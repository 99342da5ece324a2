/** Loader for requests on a working copy: the standard with the caller's access to it, and what is open. */
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import { findReadableStandard, type ReadableStandard } from '../standard/access.ts';
import type { Standards } from '../standard/repository.ts';
import type { WorkingCopyRecord } from './model.ts';
import type { WorkingCopies } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface WorkingCopyResources {
  workingCopy: StandardWithWorkingCopy;
}

export interface StandardWithWorkingCopy extends ReadableStandard {
  /** The head of the working copy as it was when the request began; null when none was open. */
  workingCopy: WorkingCopyRecord | null;
}

export const workingCopyLoaders = (
  standards: Standards,
  workingCopies: WorkingCopies,
): ResourceLoaders<WorkingCopyResources> => ({
  async workingCopy(id, ctx) {
    if (typeof id !== 'number') return null;
    const [loaded, workingCopy] = await Promise.all([
      findReadableStandard(id, standards, ctx),
      workingCopies.findById(id),
    ]);
    return (
      loaded && {
        ...loaded,
        value: { ...loaded.value, workingCopy },
        version: () => workingCopy?.version ?? null,
      }
    );
  },
});
