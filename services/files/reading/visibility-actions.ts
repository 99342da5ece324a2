/** Handler by which projects checks that a caller may know of a file that it comments on (F3, P20). */
import type { fileInternalActions } from '../../../shared/contracts/files/internal.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { accountMayViewFile, type FilesResources } from '../access.ts';
import type { Files } from '../repository.ts';

type Contracts = Pick<typeof fileInternalActions, 'files.visibility'>;

export const fileVisibilityActions = ({ files }: { files: Files }): Handlers<Contracts, FilesResources> => ({
  async 'files.visibility'({ project_id, file_id }, ctx) {
    const [access, file] = await Promise.all([
      findProjectAccess(project_id, ctx),
      files.find(project_id, file_id),
    ]);
    return { visible: access !== null && file !== null && accountMayViewFile(ctx, access, file) };
  },
});
