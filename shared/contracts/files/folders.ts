/** Endpoints of the folders of a project: list, create, change, delete, reorder (decisions F1, F6). */
import { MAX_UNPAGED_ROWS } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { folderView } from './shapes.ts';

/** Levels of folders in folders (F1). */
export const MAX_FOLDER_DEPTH = 10;
export const MAX_FOLDERS = MAX_UNPAGED_ROWS;
export const MAX_FOLDER_NAME = 255;

const sortOrder = { type: 'number', integer: true, min: -1_000_000, max: 1_000_000 } as const;
const folderList = s.named('FolderList', s.object({ folders: s.list(folderView), total: s.integer }));

export const fileFolderEndpoints = {
  'files.folders.list': endpoint({
    http: 'GET /api/files/projects/:projectId/folders',
    group: 'files',
    summary: 'Lists the folders of a project',
    description:
      'All folders, each with its parent (null: the project root), ordered by sort_order, then by name. Folders belong to the project, not to its revisions.',
    auth: 'key_or_session',
    permissions: ['project:download'],
    on: { resource: 'project', by: 'projectId' },
    mutates: false,
    path: { projectId: s.idOf('project') },
    returns: folderList,
    rules: 'F1 R-087',
  }),
  'files.folders.create': endpoint({
    http: 'POST /api/files/projects/:projectId/folders',
    group: 'files',
    summary: 'Creates a folder',
    description: `Names are unique among siblings, without regard to letter case. Folders nest ${MAX_FOLDER_DEPTH} deep; a project has at most ${MAX_FOLDERS.toLocaleString('en')}. A parent that the project does not have is 400.`,
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project') },
    body: {
      name: s.nameText(MAX_FOLDER_NAME),
      parent_id: s.optional(s.nullable(s.idOf('folder'))),
      sort_order: { ...sortOrder, default: 0, optional: true },
    },
    success: 201,
    location: '/api/files/projects/:projectId/folders',
    returns: folderView,
    errors: ['NAME_TAKEN', 'FOLDER_LIMIT_REACHED'],
    rules: 'F1 G13 R-087 X4',
  }),
  'files.folders.reorder': endpoint({
    http: 'PATCH /api/files/projects/:projectId/folders/reorder',
    group: 'files',
    summary: 'Sets the display order of folders',
    description:
      'The body is a JSON array of {id, sort_order}, not necessarily of all folders: all of it is saved, or nothing. A folder that the project does not have, or that is named twice, is 400. Returns all folders in their new order. As a tool it takes the array as folders.',
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project') },
    body: {
      folders: {
        ...s.list(s.object({ id: s.idOf('folder'), sort_order: sortOrder })),
        min: 1,
        max: MAX_FOLDERS,
        description: 'over HTTP the body itself',
      },
    },
    arrayBody: 'folders',
    returns: folderList,
    tool: { destructive: false },
    rules: 'F1 R-087',
  }),
  'files.folders.update': endpoint({
    http: 'PATCH /api/files/projects/:projectId/folders/:folderId',
    group: 'files',
    summary: 'Renames, moves or reorders a folder',
    description:
      'Only the fields that are sent change; parent_id null moves it to the root. A folder does not move into itself or a folder below it (400), nor so that one would be deeper than allowed.',
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), folderId: s.idOf('folder') },
    body: {
      name: s.optional(s.nameText(MAX_FOLDER_NAME)),
      parent_id: s.optional(s.nullable(s.idOf('folder'))),
      sort_order: s.optional(sortOrder),
    },
    returns: folderView,
    errors: ['NAME_TAKEN'],
    rules: 'F1 G13 R-087 X4',
  }),
  'files.folders.delete': endpoint({
    http: 'DELETE /api/files/projects/:projectId/folders/:folderId',
    group: 'files',
    summary: 'Deletes a folder',
    description:
      'Its files move to the project root, its sub-folders to its own parent; one whose name is taken there gets " (2)".',
    auth: 'key_or_session',
    permissions: ['project:upload'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project'), folderId: s.idOf('folder') },
    returns: s.object({
      id: s.idOf('folder'),
      deleted: s.boolean,
      movedFiles: s.integer,
      movedFolders: s.integer,
    }),
    rules: 'F1 F6',
  }),
} as const;
