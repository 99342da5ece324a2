/**
 * Read endpoints of projects: the list of projects; details, revisions, standards and datasheets of one; the fixed
 * verticals and statuses.
 */
import { allowedActionIds, cappedListMembers, idAndName } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import {
  compactMembers,
  datasheetRow,
  headerMembers,
  member,
  projectRevisionView,
  projectRow,
  projectState,
  revisionIdParam,
  searchQuery,
  standardRow,
} from './shapes.ts';

const format = { type: 'enum', values: ['verbose', 'compact'], default: 'verbose', optional: true } as const;

/**
 * Draft versions are shown only to callers who may edit or publish; null without a draft, absent from pinned reads (P13).
 */
const draftVersion = s.optional(s.nullable(s.text));

const projectView = s.named(
  'Project',
  s.object({ ...projectState, ...headerMembers, draftVersion, allowed_actions: allowedActionIds }),
);
/** The consolidated view. */
const projectDetails = s.named(
  'ProjectDetails',
  s.object({
    id: s.idOf('project'),
    header: projectView,
    standards: s.list(standardRow),
    datasheets: s.list(datasheetRow),
    members: s.list(member),
  }),
);
const compactDetails = s.named('ProjectCompact', s.object(compactMembers));
/** A project without a published revision, as readers see it. */
const unpublishedDetails = s.named(
  'UnpublishedProject',
  s.object({
    id: s.idOf('project'),
    name: s.text,
    revision: s.nullable(projectRevisionView),
    draftVersion,
  }),
);

const projectDatasheets = s.named(
  'ProjectDatasheets',
  s.object({
    datasheets: s.list(datasheetRow),
    revision_id: s.nullable(s.idOf('projectRevision')),
    ...cappedListMembers,
  }),
);

const compactProjectDatasheets = s.named(
  'ProjectDatasheetsCompact',
  s.object({
    project: s.text,
    revision: s.nullable(s.integer),
    fingerprint: s.nullable(s.text),
    datasheets: s.list(datasheetRow),
    truncated: s.boolean,
  }),
);

export const projectReadEndpoints = {
  'projects.list': endpoint({
    http: 'GET /api/projects',
    alias: 'GET /api/projects/my-projects',
    deprecation: { since: '2026-11-27', successor: '/api/projects' },
    group: 'projects',
    summary: 'Lists the projects accessible to the caller, grouped by access level',
    description:
      'owned: the caller leads it; company: available through the caller’s company; shared: by membership. Each project is listed once, in its strongest group, newest first; archived projects are marked. At most 1,000 rows per group; truncated is true when there are more.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    mutates: false,
    returns: s.named(
      'ProjectList',
      s.object({
        owned: s.list(projectRow),
        company: s.list(projectRow),
        shared: s.list(projectRow),
        ...cappedListMembers,
      }),
    ),
    tool: { toolsets: ['default'] },
    rules: 'P4 P13 R-287',
  }),
  'projects.verticalTypes': endpoint({
    http: 'GET /api/projects/vertical-types',
    group: 'projects',
    summary: 'Lists the 14 project verticals',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    returns: s.object({ vertical_types: s.list(idAndName('vertical')), total: s.integer }),
    rules: 'R-063 A21 G20',
  }),
  'projects.statusTypes': endpoint({
    http: 'GET /api/projects/status-types',
    group: 'projects',
    summary: 'Lists the project statuses',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    returns: s.object({ status_types: s.list(idAndName('projectStatus')), total: s.integer }),
    extension: true,
    rules: 'P2 A21 G20',
  }),
  'projects.details': endpoint({
    http: 'GET /api/projects/details/:id',
    group: 'projects',
    summary: 'Returns the header of a project: address, vertical, status and stakeholders',
    description:
      'Without revisionId: the open draft for holders of project:draft:view, else the current published revision. shape=v2: header, standards, datasheets and members of the published revision (the draft when nothing was published), or of the open draft with draft=1. draftVersion is included for callers who may edit or publish. allowed_actions lists the writes on the project that the permissions of the caller and the state of the project allow now. For a project without a published revision, readers get id, name and a null revision.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: [
      'project:draft:edit',
      'project:draft:view',
      'project:publish',
      'project:revision:view',
    ],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: {
      format: {
        ...format,
        only: 'http',
        description: 'compact: id, name, vertical, status, revision code, city, state',
      },
      shape: {
        type: 'enum',
        values: ['v2'],
        optional: true,
        only: 'http',
        description: 'The consolidated view; format is then ignored',
      },
      draft: {
        ...s.optional(s.boolean),
        only: 'http',
        description:
          'Only with shape=v2: use the open draft. Requires project:draft:edit (403 otherwise), but not project:draft:view',
      },
      revisionId: { ...revisionIdParam, only: 'http' },
    },
    returns: {
      type: 'multi',
      rules: [
        s.when('shape=v2', projectDetails),
        s.when('format=verbose', projectView),
        s.when('format=compact', compactDetails),
        s.when('a project that was never published, for readers without its draft', unpublishedDetails),
      ],
    },
    etag: 'draftVersion',
    errors: ['NO_OPEN_DRAFT'],
    tool: { toolsets: ['default'] },
    rules: 'P13 X14 R-240 R-241 R-068 H15',
  }),
  'projects.revisions': endpoint({
    http: 'GET /api/projects/:id/revisions',
    group: 'projects',
    summary: 'Lists the revisions of a project, newest first',
    description:
      'The open draft is listed for holders of project:draft:view. current_revision_id is the current published revision, or null before the first. At most 1,000 rows; truncated is true when there are more.',
    auth: 'key_or_session',
    permissions: ['project:revision:view'],
    optionalPermissions: ['project:draft:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    returns: s.object({
      revisions: s.list(projectRevisionView),
      current_revision_id: s.nullable(s.idOf('projectRevision')),
      ...cappedListMembers,
    }),
    rules: 'P3 R-067 R-025',
  }),
  'projects.standards.list': endpoint({
    http: 'GET /api/projects/:id/standards',
    group: 'projects',
    summary: 'Lists the standards of a project revision',
    description:
      'With section, library and datasheet count, under the names sealed with the revision. searchQuery is a case-insensitive substring of the standard name. Archived rows only with include_archived=true.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: { revisionId: revisionIdParam, searchQuery, include_archived: s.optional(s.boolean) },
    returns: s.object({
      standards: s.list(standardRow),
      revision_id: s.nullable(s.idOf('projectRevision')),
      ...cappedListMembers,
    }),
    tool: { toolsets: ['default'] },
    rules: 'P7 P13 R-240 R-241',
  }),
  'projects.datasheets.list': endpoint({
    http: 'GET /api/projects/:id/datasheets',
    group: 'projects',
    summary: 'Lists the datasheets of a project revision',
    description:
      'upgrade_status is needs_upgrade when a datasheet does not use the standard revision pinned by the same project revision. format=compact returns project (name), revision (number), fingerprint and datasheets. searchQuery is a case-insensitive substring of the datasheet name. Archived rows only with include_archived=true. At most 1,000 rows; truncated is true when there are more.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: { revisionId: revisionIdParam, searchQuery, format, include_archived: s.optional(s.boolean) },
    returns: {
      type: 'multi',
      rules: [
        s.when('format=verbose', projectDatasheets),
        s.when('format=compact', compactProjectDatasheets),
      ],
    },
    tool: { toolsets: ['default'] },
    rules: 'P7 P13 R-075 R-240 R-241 R-289',
  }),
} as const;
