/**
 * Endpoints that list, download and preview the files of a project (decisions F3–F6), and the internal action by
 * which the gateway streams the whole list in parts (hardening H35).
 */
import { MAX_UNPAGED_ROWS, pageNumber, revisionRefTo } from '../common-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';
import { fileView } from './shapes.ts';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from './vocabulary.ts';

const MAX_FILES_PER_PAGE = 500;
const search = { type: 'string', min: 1, max: 500, optional: true } as const;

/** The bytes in the store, which the gateway sends, or a URL that serves them. */
const fileLocation = {
  type: 'multi',
  rules: [
    s.object({ redirect: s.text }),
    s.object({ key: s.text, name: s.text, mime_type: s.text, size: s.integer, inline: s.boolean }),
  ],
} as const;

const revision = s.nullable(revisionRefTo('projectRevision'));

/** What the list and its parts may be narrowed to. */
const listFilter = {
  revisionId: s.optional(s.idOf('projectRevision')),
  documentType: { ...s.optional(s.oneOf(...DOCUMENT_TYPES)), aliases: ['document_type'] },
  status: s.optional(s.oneOf(...REVIEW_STATUSES)),
  tag: { ...search, description: 'a whole tag, in its own letter case' },
  folderId: {
    type: 'string',
    pattern: '^(?:null|[1-9]\\d{0,15})$',
    idKind: 'folder',
    optional: true,
    only: 'http',
    description: 'a folder id, or the word null for the files in no folder',
  },
  mimeType: { ...search, only: 'http' },
  fileName: { ...search, only: 'http' },
  search,
} as const;

/** The end of a part: the last file that it has looked at, and the revision that the list is of. */
const listCursor = s.object({ file_id: s.id, revision_id: s.id });

const listEndpoint = endpoint({
  http: 'GET /api/files/projects/:projectId/list',
  group: 'files',
  summary: 'Lists the files of a project revision',
  description:
    'Without revisionId: the open draft for callers who may view it, otherwise the current published revision; 404 for a revision the caller may not view. Without project:download:view, or a higher tier, only approved files and the caller’s own uploads are listed. A deleted file is shown only with the revisionId of a published revision that has it. mimeType and fileName match the whole value in any letter case; search finds a part of the name or the description. The newest upload comes first. project_revision_ids names the revision a file was uploaded into and the one it is listed in; revisions in between hold it too until a draft detaches it. allowed_actions of a file: the writes on it that are allowed now. A page past the end is empty. A response that is cut off ends in invalid JSON: repeat the request, or use pages.',
  auth: 'key_or_session',
  permissions: ['project:download'],
  optionalPermissions: ['project:download:view', 'project:download:edit', 'project:download:admin'],
  on: { resource: 'project', by: 'projectId' },
  mutates: false,
  path: { projectId: s.idOf('project') },
  query: {
    ...listFilter,
    page: pageNumber,
    per_page: {
      type: 'number',
      integer: true,
      min: 1,
      max: MAX_FILES_PER_PAGE,
      optional: true,
      description: `default: all. Over HTTP all of them are streamed; an MCP tool gets the first ${MAX_UNPAGED_ROWS.toLocaleString('en')}, and truncated says that there are more`,
    },
  },
  returns: s.object({
    files: s.list(fileView),
    /** Of the whole list. */
    total: s.integer,
    page: s.integer,
    per_page: s.nullable(s.integer),
    truncated: s.boolean,
    revision,
  }),
  rules: 'F3 F5 F6 G19 R-084 R-085 R-086',
});

export const fileReadEndpoints = {
  'files.list': listEndpoint,
  'files.listPart': internalAction({
    group: 'files',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['gateway'],
    as: listEndpoint,
    summary:
      'The next part of the list of files, for callers of the list; 404 when another revision has become the default since the part before',
    params: { project_id: s.id, ...listFilter, after: s.optional(listCursor) },
    /** `next` is null after the last part, which may be empty. */
    returns: s.object({ files: s.list(fileView), revision, next: s.nullable(listCursor) }),
  }),
  'files.download': endpoint({
    http: 'GET /api/files/projects/:projectId/download/:fileId',
    group: 'files',
    summary: 'Returns a file, always as an attachment',
    description:
      'With S3: 302 to a presigned URL that is valid for 120 seconds without a credential; treat it like a password. With local storage: 200 with the bytes. A file in no revision that the caller may read, or outside the caller’s tier (see list), is 404.',
    auth: 'key_or_session',
    permissions: ['project:download'],
    optionalPermissions: ['project:admin'],
    on: { resource: 'project', by: 'projectId' },
    mutates: false,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    responseType: 'file',
    returns: fileLocation,
    rules: 'F3 F4 F6 R-236 H23 H25 H26',
  }),
  'files.preview': endpoint({
    http: 'GET /api/files/projects/:projectId/preview/:fileId',
    group: 'files',
    summary: 'Returns a file for display in a browser',
    description:
      'As download, for the same files, but inline where the type is safe to show: PDF, raster images and plain text. SVG, Office, CAD, archives and every other type are an attachment.',
    auth: 'key_or_session',
    permissions: ['project:download'],
    optionalPermissions: ['project:upload', 'project:admin'],
    on: { resource: 'project', by: 'projectId' },
    mutates: false,
    path: { projectId: s.idOf('project'), fileId: s.idOf('file') },
    responseType: 'file',
    returns: fileLocation,
    rules: 'F3 F4 F6 R-236 H23 H25 H26',
  }),
} as const;
