/**
 * Read endpoints of datasheets: one datasheet, its revisions and their comparison, the blank template of a
 * standard, a name check, and the upgrade status.
 */
import { cappedListMembers, fieldView, idAndName, revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { boolean, idOf, integer, list, nameText, nullable, object, text } from '../schema.ts';
import { datasheetRevisionRow, datasheetView, datasheetViewParams, fieldState } from './shapes.ts';

const onDatasheet = { resource: 'datasheet', by: 'id' } as const;
const readAccess = {
  group: 'datasheet',
  auth: 'key_or_session',
  permissions: ['datasheet:read', 'project:read'],
} as const;

export const datasheetReadEndpoints = {
  'datasheets.get': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id',
    summary: 'Returns a datasheet with its elements, revision, comments and version',
    description:
      'Callers with project:draft:view read the open draft, all others the current published revision; 404 for callers who may read neither. The assistant may name one of the datasheet’s own revisions in revisionId.',
    optionalPermissions: ['project:draft:view'],
    on: onDatasheet,
    mutates: false,
    path: { id: idOf('datasheet') },
    query: {
      revisionId: { ...idOf('datasheetRevision'), optional: true, only: 'assistant' },
      ...datasheetViewParams,
    },
    returns: datasheetView,
    etag: 'version',
    rules: [
      'R-071',
      'R-072',
      'R-074',
      'R-075',
      'R-076',
      'R-077',
      'R-079',
      'R-080',
      'R-081',
      'D1',
      'D3',
      'P13',
    ],
  }),
  'datasheets.revisions': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/revisions',
    summary: 'Lists the revisions of a datasheet, newest first',
    description:
      'Every save is a revision. Without project:draft:view only the revisions that some published project revision points to are listed. A list stops at 1,000 rows, then truncated is true.',
    optionalPermissions: ['project:draft:view'],
    on: onDatasheet,
    mutates: false,
    path: { id: idOf('datasheet') },
    returns: object({ revisions: list(datasheetRevisionRow), ...cappedListMembers }),
    rules: ['R-009', 'D10'],
  }),
  'datasheets.revision.get': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:instanceId/revision/:revisionId',
    summary: 'Returns a datasheet as of one of its revisions, for quoting historical values',
    description:
      'The same shape as the live read; allowed_actions are the writes on the datasheet as it is now. 404 for a revision of another datasheet, and for one that only the draft contains if the caller lacks project:draft:view.',
    optionalPermissions: ['project:draft:view'],
    on: { resource: 'datasheet', by: 'instanceId' },
    mutates: false,
    path: { instanceId: idOf('datasheet'), revisionId: idOf('datasheetRevision') },
    query: datasheetViewParams,
    returns: datasheetView,
    etag: 'content_hash',
    rules: ['D3', 'D10'],
  }),
  'datasheets.compare': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/compare',
    summary: 'Compares two revisions of a datasheet',
    description:
      'Lists the fields whose value, disposition or note differ. A side is null where the field does not exist at that revision.',
    optionalPermissions: ['project:draft:view'],
    on: onDatasheet,
    mutates: false,
    path: { id: idOf('datasheet') },
    query: { from: idOf('datasheetRevision'), to: idOf('datasheetRevision') },
    etag: 'bytes',
    returns: object({
      from: datasheetRevisionRow,
      to: datasheetRevisionRow,
      changes: list(
        object({
          element_id: idOf('field'),
          label: text,
          address: text,
          from: nullable(fieldState),
          to: nullable(fieldState),
        }),
      ),
    }),
    rules: ['D10'],
  }),
  'datasheets.template': endpoint({
    http: 'GET /api/datasheet/:standardId/template',
    group: 'datasheet',
    summary: 'Lists the datasheet fields that a standard defines',
    description:
      'The id is a standard’s. The fields are those of its current revision; a standard that has no saved revision has none.',
    auth: 'key_or_session',
    permissions: ['datasheet:read', 'standard:read'],
    mutates: false,
    path: { standardId: idOf('standard') },
    etag: 'bytes',
    returns: object({
      standard_id: idOf('standard'),
      name: text,
      revision: nullable(revisionRef),
      fields: list(fieldView),
      total: integer,
    }),
    rules: ['G20'],
  }),
  'datasheets.checkName': endpoint({
    http: 'GET /api/datasheet/check-name',
    group: 'datasheet',
    summary: 'Checks whether a name is free for a datasheet of a standard in a project',
    description:
      'Names are trimmed and compared letter by letter; names of archived datasheets are free. collisions lists datasheets of the same name under other standards of the project, which is allowed.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    on: { resource: 'project', by: 'project_id' },
    mutates: false,
    volatile: true,
    query: { project_id: idOf('project'), standard_id: idOf('standard'), name: nameText(255) },
    returns: object({
      available: boolean,
      name: text,
      existingId: nullable(idOf('datasheet')),
      collisions: list(
        object({ ...idAndName('datasheet').props, standard_id: idOf('standard'), standard_name: text }),
      ),
    }),
    rules: ['R-073', 'D11'],
  }),
  'datasheets.upgradeStatus': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/upgrade-status',
    summary: 'Checks whether a datasheet is behind its standard',
    description:
      'Compared with the standard’s current revision and with the one the project pins; publishing requires the pinned one. Any other revision counts as behind, a newer one too.',
    on: onDatasheet,
    mutates: false,
    path: { id: idOf('datasheet') },
    etag: 'bytes',
    returns: object({
      id: idOf('datasheet'),
      standard_id: idOf('standard'),
      standard_revision: revisionRef,
      current: nullable(object({ ...revisionRef.props, behind: boolean })),
      pinned: nullable(object({ ...revisionRef.props, behind: boolean })),
    }),
    rules: ['D4', 'D7'],
  }),
} as const;
