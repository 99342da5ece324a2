/**
 * Endpoints that archive and unarchive a project, and that archive, restore and remove standards and datasheets in
 * its open draft (decisions G10, P7, P16, D10).
 */
import { idAndName } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { datasheetRow, standardRow } from './shapes.ts';

const reason = s.optional({ type: 'string', trim: true, max: 2_000, format: 'lines' });

const onProject = {
  group: 'projects',
  auth: 'key_or_session',
  on: { resource: 'project', by: 'id' },
  mutates: true,
} as const;

const archivable = {
  ...onProject,
  permissions: ['project:archive'],
  allowedOnArchived: true,
  path: { id: s.idOf('project') },
  returns: s.named(
    'ProjectArchival',
    s.object({
      id: s.idOf('project'),
      archived: s.boolean,
      archived_at: s.nullable(s.time),
      retention_until: s.nullable(s.time),
      archived_reason: s.nullable(s.text),
    }),
  ),
} as const;

const inDraft = { ...onProject, permissions: ['project:draft:edit'], needsDraft: 409 } as const;
const standardPath = { id: s.idOf('project'), standardId: s.idOf('standard') } as const;
const datasheetPath = { id: s.idOf('project'), datasheetInstanceId: s.idOf('datasheet') } as const;

const draft = { project_id: s.idOf('project'), version: s.text } as const;
const standardResult = s.named(
  'ProjectStandardChange',
  s.object({
    ...draft,
    standard: standardRow,
    /** Archived or restored with it. */
    datasheets: s.list(idAndName('datasheet')),
  }),
);
const datasheetResult = s.named('ProjectDatasheetChange', s.object({ ...draft, datasheet: datasheetRow }));

export const projectArchivingEndpoints = {
  'projects.archive': endpoint({
    ...archivable,
    http: 'PATCH /api/projects/:id/archive',
    summary: 'Archives a project',
    description:
      'The project becomes read-only: every write to it is 409 PROJECT_ARCHIVED, while everyone with access may continue to read and export it. An open draft is kept as it is. retention_until is seven years after archiving, unless the service is configured otherwise.',
    body: { reason },
    bodyName: 'ReasonInput',
    errors: ['ALREADY_ARCHIVED'],
    rules: 'G10 P15 R-104 R-210 R-296',
  }),
  'projects.unarchive': endpoint({
    ...archivable,
    http: 'PATCH /api/projects/:id/unarchive',
    summary: 'Makes an archived project active again',
    description: 'retention_until is cleared. A draft that was open is open again, at the same version.',
    body: {},
    errors: ['NOT_ARCHIVED'],
    tool: { destructive: false },
    rules: 'G10 R-105 R-211',
  }),
  'projects.standards.archive': endpoint({
    ...inDraft,
    http: 'POST /api/projects/:id/standards/:standardId/archive',
    summary: 'Archives a standard in the draft, with its datasheets',
    description:
      'An archived standard is no part of what is published or exported and blocks nothing. It can be restored, also in a later draft, until it is removed. Published revisions do not change. A standard that the draft does not hold is 404.',
    path: standardPath,
    body: { reason },
    bodyName: 'ReasonInput',
    returns: standardResult,
    errors: ['ALREADY_ARCHIVED'],
    tool: { destructive: true, idempotent: true },
    rules: 'P7 R-115 R-210',
  }),
  'projects.standards.restore': endpoint({
    ...inDraft,
    http: 'POST /api/projects/:id/standards/:standardId/restore',
    summary: 'Restores an archived standard of the draft',
    description:
      'Restores the datasheets that were archived with it; those that had been archived before stay archived. 409 NAME_TAKEN when an active standard of the draft has its name: send newName, which renames it in this project only.',
    path: standardPath,
    body: { newName: s.optional(s.nameText(300)) },
    returns: standardResult,
    errors: ['NOT_ARCHIVED', 'NAME_TAKEN'],
    tool: { idempotent: true },
    rules: 'P7 P16 G9 G13 R-116 R-211 R-267 R-276',
  }),
  'projects.standards.removeArchived': endpoint({
    ...inDraft,
    http: 'DELETE /api/projects/:id/standards/:standardId/archived',
    summary: 'Removes an archived standard from the draft for good',
    description:
      'Its datasheets are removed with it. Published revisions keep both. A standard that is not archived is 409 NOT_ARCHIVED.',
    path: standardPath,
    body: {},
    returns: s.object({
      ...draft,
      standard_id: s.idOf('standard'),
      removed: s.boolean,
      datasheets: s.list(idAndName('datasheet')),
    }),
    errors: ['NOT_ARCHIVED'],
    rules: 'P7 P16 G9 R-117 R-211 R-276',
  }),
  'projects.datasheets.archive': endpoint({
    ...inDraft,
    http: 'POST /api/projects/:id/datasheets/:datasheetInstanceId/archive',
    summary: 'Archives a datasheet in the draft',
    description:
      'An archived datasheet cannot be revised or upgraded, is no part of what is published or exported, and its name is free. It can be restored, also in a later draft, until it is removed. To end a datasheet with a record in its history, delete it with DELETE /api/datasheet/:id.',
    path: datasheetPath,
    body: { reason },
    bodyName: 'ReasonInput',
    returns: datasheetResult,
    errors: ['ALREADY_ARCHIVED'],
    tool: { destructive: true, idempotent: true },
    rules: 'D5 G9 A21 R-118 R-210 R-276',
  }),
  'projects.datasheets.restore': endpoint({
    ...inDraft,
    http: 'POST /api/projects/:id/datasheets/:datasheetInstanceId/restore',
    summary: 'Restores an archived datasheet of the draft',
    description:
      '409 NAME_TAKEN when an active datasheet of the same standard has its name: send newName. 409 STANDARD_NOT_HELD while its standard is archived: restore the standard first.',
    path: datasheetPath,
    body: { newName: s.optional(s.nameText(255)) },
    returns: datasheetResult,
    errors: ['NOT_ARCHIVED', 'NAME_TAKEN', 'STANDARD_NOT_HELD'],
    tool: { idempotent: true },
    rules: 'D5 D10 G9 G13 A21 R-119 R-211 R-276',
  }),
  'projects.datasheets.removeArchived': endpoint({
    ...inDraft,
    http: 'DELETE /api/projects/:id/datasheets/:datasheetInstanceId/archived',
    summary: 'Removes an archived datasheet from the draft for good',
    description: 'Published revisions keep it. A datasheet that is not archived is 409 NOT_ARCHIVED.',
    path: datasheetPath,
    body: {},
    returns: s.object({ ...draft, datasheet_id: s.idOf('datasheet'), removed: s.boolean }),
    errors: ['NOT_ARCHIVED'],
    rules: 'D5 G9 A21 R-120 R-211 R-276',
  }),
} as const;
