/** Handlers for other services: whether a caller may know of a file that it comments on, and stored bytes. */
import type { fileInternalActions } from '../../../shared/contracts/files/internal.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { accountMayViewFile, type FilesResources } from '../access.ts';
import type { FilesService } from '../open-files.ts';

type Contracts = Omit<typeof fileInternalActions, 'files.admitUpload'>;

export const internalFileActions = ({ files }: FilesService): Handlers<Contracts, FilesResources> => ({
  async 'files.visibility'({ project_id, file_id }, ctx) {
    const [access, file] = await Promise.all([
      findProjectAccess(project_id, ctx),
      files.find(project_id, file_id),
    ]);
    return { visible: access !== null && file !== null && accountMayViewFile(ctx, access, file) };
  },

  'files.storedBytes': async ({ project_ids }) => ({ bytes: await files.sumBytes(project_ids) }),
});
