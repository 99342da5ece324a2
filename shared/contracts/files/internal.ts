/**
 * Contracts of the internal actions by which the gateway checks an upload before it receives the bytes,
 * projects whether a caller may know of a file, and identity how much projects store.
 */
import { internalAction } from '../endpoint.ts';
import { boolean, id, integer, list, object, optional } from '../schema.ts';

export const fileInternalActions = {
  'files.admitUpload': internalAction({
    calledBy: ['gateway'],
    summary:
      'Checks before the bytes are received whether the caller may upload to the open draft; fails with the same 404, 403 or 409 as the upload',
    params: { project_id: id, project_revision_id: optional(id) },
    returns: object({ draft_revision_id: id }),
  }),
  'files.visibility': internalAction({
    calledBy: ['projects'],
    summary:
      'Whether a file of a project is in the tier of the caller’s account: approved, its own, or any with project:download:view (F3); projects checks the revisions that contain it',
    params: { project_id: id, file_id: id },
    returns: object({ visible: boolean }),
  }),
  'files.storedBytes': internalAction({
    calledBy: ['identity'],
    summary: 'The bytes of the files of some projects, for a quota (Y8)',
    params: { project_ids: list(id) },
    returns: object({ bytes: integer }),
    timeoutMs: 2_000,
  }),
} as const;
