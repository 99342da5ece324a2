/** Endpoints that delete a file from its project or detach it from the draft (decisions F3, F4, F6). */
import { deletion } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

export const fileRemovalEndpoints = {
  'files.delete': endpoint({
    http: 'DELETE /api/files/projects/:projectId/:fileId',
    group: 'files',
    summary: 'Deletes a file from the project',
    description:
      'Removes the file from the draft, from later revisions and from the default list; it needs no open draft. Published revisions keep it: a list with their revisionId still shows it, and download serves it to whoever may read them. A file outside the caller’s tier is 404; another’s file needs project:upload:edit, an obsolete one project:upload:admin, and project:admin stands for both.',
    auth: 'key_or_session',
    permissions: ['project:update'],
    optionalPermissions: ['project:admin'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    returns: deletion('file'),
    rules: 'F3 F4 F6',
  }),
  'files.detach': endpoint({
    http: 'DELETE /api/files/projects/:projectId/revision/:revisionId/:fileId',
    group: 'files',
    summary: 'Detaches a file from the open draft',
    description:
      'deletedFile: true says that no other revision had the file, so that it is deleted outright; otherwise earlier published revisions keep it. A published revision is 409, a file that the draft does not have 404. Another’s file needs project:upload:edit, an obsolete one project:upload:admin.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'projectId' },
    needsDraft: 409,
    mutates: true,
    path: { projectId: s.idOf('project'), revisionId: s.idOf('projectRevision'), fileId: s.idOf('file') },
    returns: s.object({
      file_id: s.idOf('file'),
      revision_id: s.idOf('projectRevision'),
      deletedFile: s.boolean,
    }),
    errors: ['REVISION_PUBLISHED'],
    rules: 'F3 F6 G9',
  }),
} as const;
