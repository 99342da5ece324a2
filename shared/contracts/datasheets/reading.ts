/**
 * Read endpoints of datasheets: one datasheet, its revisions and their comparison, the blank template of a
 * standard, a name check, and the upgrade status.
 */
import { cappedListMembers, fieldView, idAndName, revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { datasheetRevisionRow, datasheetView, datasheetViewParams, fieldChange } from './shapes.ts';

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
    path: { id: s.idOf('datasheet') },
    query: {
      revisionId: { ...s.idOf('datasheetRevision'), optional: true, only: 'assistant' },
      ...datasheetViewParams,
    },
    returns: datasheetView,
    etag: 'version',
    tool: { toolsets: ['default'] },
    rules: 'R-071 R-072 R-074 R-075 R-076 R-077 R-079 R-080 R-081 D1 D3 P13',
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
    path: { id: s.idOf('datasheet') },
    returns: s.object({ revisions: s.list(datasheetRevisionRow), ...cappedListMembers }),
    rules: 'R-009 D10',
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
    path: { instanceId: s.idOf('datasheet'), revisionId: s.idOf('datasheetRevision') },
    query: datasheetViewParams,
    returns: datasheetView,
    etag: 'content_hash',
    rules: 'D3 D10',
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
    path: { id: s.idOf('datasheet') },
    query: { from: s.idOf('datasheetRevision'), to: s.idOf('datasheetRevision') },
    etag: 'bytes',
    returns: s.named(
      'DatasheetComparison',
      s.object({
        from: datasheetRevisionRow,
        to: datasheetRevisionRow,
        changes: s.list(fieldChange),
      }),
    ),
    rules: 'D10',
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
    path: { standardId: s.idOf('standard') },
    etag: 'bytes',
    returns: s.named(
      'DatasheetTemplate',
      s.object({
        standard_id: s.idOf('standard'),
        name: s.text,
        revision: s.nullable(revisionRef),
        fields: s.list(fieldView),
        total: s.integer,
      }),
    ),
    tool: { toolsets: ['default'] },
    rules: 'G20',
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
    query: { project_id: s.idOf('project'), standard_id: s.idOf('standard'), name: s.nameText(255) },
    returns: s.object({
      available: s.boolean,
      name: s.text,
      existingId: s.nullable(s.idOf('datasheet')),
      collisions: s.list(
        s.object({ ...idAndName('datasheet').props, standard_id: s.idOf('standard'), standard_name: s.text }),
      ),
    }),
    rules: 'R-073 D11',
  }),
  'datasheets.upgradeStatus': endpoint({
    ...readAccess,
    http: 'GET /api/datasheet/:id/upgrade-status',
    summary: 'Checks whether a datasheet is behind its standard',
    description:
      'Compared with the standard’s current revision and with the one the project pins; publishing requires the pinned one. Any other revision counts as behind, a newer one too.',
    on: onDatasheet,
    mutates: false,
    path: { id: s.idOf('datasheet') },
    etag: 'bytes',
    returns: s.named(
      'DatasheetUpgradeStatus',
      s.object({
        id: s.idOf('datasheet'),
        standard_id: s.idOf('standard'),
        standard_revision: revisionRef,
        current: s.nullable(
          s.named('RevisionWithLag', s.object({ ...revisionRef.props, behind: s.boolean })),
        ),
        pinned: s.nullable(s.named('RevisionWithLag', s.object({ ...revisionRef.props, behind: s.boolean }))),
      }),
    ),
    rules: 'D4 D7',
  }),
} as const;
