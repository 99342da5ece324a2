/**
 * Contracts of the internal actions by which the gateway checks an upload before it receives the bytes,
 * projects whether a caller may know of a file, and identity how much projects store, and by which the files of a
 * discarded draft are removed.
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const fileInternalActions = {
  'files.admitUpload': internalAction({
    group: 'files',
    mutates: false,
    on: { resource: 'project', by: 'project_id', permissions: ['project:upload'] },
    calledBy: ['gateway'],
    summary:
      'Checks before the bytes are received whether the caller may upload to the open draft; fails with the same 404, 403 or 409 as the upload',
    params: { project_id: s.id, project_revision_id: s.optional(s.id) },
    returns: s.object({ draft_revision_id: s.id }),
  }),
  'files.visibility': internalAction({
    group: 'files',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'Whether a file of a project is in the tier of the caller’s account: approved, its own, or any with project:download:view (F3); projects checks the revisions that contain it',
    params: { project_id: s.id, file_id: s.id },
    returns: s.object({ visible: s.boolean }),
  }),
  'files.removeOfDraft': internalAction({
    group: 'files',
    mutates: true,
    auditEntry: 'caller',
    calledBy: ['projects'],
    summary:
      'Removes the files that were uploaded to a draft which is discarded, so that no quota counts them; idempotent',
    params: { project_id: s.id, draft_revision_id: s.id },
    returns: s.object({ removed: s.integer }),
  }),
  'files.storedBytes': internalAction({
    group: 'files',
    mutates: false,
    calledBy: ['identity'],
    summary: 'The bytes of the files of some projects, for a quota (Y8)',
    params: { project_ids: s.list(s.id) },
    returns: s.object({ bytes: s.integer }),
    timeoutMs: 2_000,
  }),
} as const;
