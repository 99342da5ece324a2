/** Contract of the internal action by which the gateway checks an upload before it receives the bytes. */
import { internalAction } from '../endpoint.ts';
import { id, object, optional } from '../schema.ts';

export const fileInternalActions = {
  'files.admitUpload': internalAction({
    calledBy: ['gateway'],
    summary:
      'Checks before the bytes are received whether the caller may upload to the open draft; fails with the same 404, 403 or 409 as the upload',
    params: { project_id: id, project_revision_id: optional(id) },
    returns: object({ draft_revision_id: id }),
  }),
} as const;
