/**
 * Endpoints that change a file: its document type, description and tags, its review status, its folder (decisions F1,
 * F3, F6).
 */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { fileDescription, fileTags, fileView } from './shapes.ts';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from './vocabulary.ts';

/** Part of the descriptions: who may change which file. */
const TIERS =
  'A file outside the caller’s tier is 404; changing another’s file needs project:upload:edit, an obsolete or deleted one project:upload:admin.';

export const fileReviewEndpoints = {
  'files.metadata': endpoint({
    http: 'PATCH /api/files/projects/:projectId/:fileId/metadata',
    group: 'files',
    summary: 'Changes the document type, description or tags of a file',
    description: `Only the fields that are sent change; an unknown field is 400 and named. tags replaces all of them. ${TIERS}`,
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    body: {
      document_type: s.optional(s.oneOf(...DOCUMENT_TYPES)),
      description: s.optional(fileDescription),
      tags: s.optional(fileTags),
    },
    strictBody: true,
    returns: fileView,
    rules: 'F1 F3 F6 G5 R-178',
  }),
  'files.status': endpoint({
    http: 'PATCH /api/files/projects/:projectId/:fileId/status',
    group: 'files',
    summary: 'Moves the review status of a file one step forward',
    description: `draft, review, approved, obsolete. The status it has already is 400, a step back or over another one 409. approved needs project:upload:edit, obsolete project:upload:admin. ${TIERS}`,
    auth: 'key_or_session',
    permissions: ['project:upload'],
    optionalPermissions: ['project:upload:edit', 'project:upload:admin'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    body: { status: s.oneOf(...REVIEW_STATUSES) },
    returns: fileView,
    errors: ['ILLEGAL_STATUS_MOVE'],
    tool: { destructive: false },
    rules: 'F3 F6 R-122 R-123 R-124 R-125 R-126 R-127',
  }),
  'files.move': endpoint({
    http: 'PATCH /api/files/projects/:projectId/:fileId/move',
    group: 'files',
    summary: 'Moves a file into a folder or to the project root',
    description: `null is the root; a folder that the project does not have is 400. ${TIERS}`,
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    body: { folder_id: s.nullable(s.idOf('folder')) },
    returns: fileView,
    tool: { destructive: false },
    rules: 'F1 F3 F6 R-086',
  }),
} as const;
