/** Internal actions of files, for other services. */
import { internalAction } from '../endpoint.ts';
import { id, object, optional } from '../schema.ts';

export const fileInternalActions = {
  'files.admitUpload': internalAction({
    calledBy: ['gateway'],
    summary:
      'Whether the caller may upload into the open draft, asked before the bytes are taken: 404, 403, 409 as the upload itself would answer',
    params: { project_id: id, project_revision_id: optional(id) },
    returns: object({ draft_revision_id: id }),
  }),
} as const;
