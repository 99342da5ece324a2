/** Endpoints that create a datasheet, revise its field values in the open draft, and delete it. */
import { disposition, person, resolvedConflict } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { datasheetRevisionRow, datasheetSeverity, datasheetView, fieldChange } from './shapes.ts';

/** What a datasheet calls `elements[].id`, and not the id of the clause. */
const fieldId = {
  ...s.idOf('field'),
  description: 'The id of a field: elements[].id of GET /api/datasheet/:id; not the id of its clause',
} as const;
const templateFieldId = {
  ...s.idOf('field'),
  description: 'The id of a field: fields[].id of GET /api/datasheet/:standardId/template',
} as const;
const note = { ...s.multilineText, max: 500, optional: true, nullable: true } as const;
export const revisionSummary = { ...s.multilineText, max: 2000, trim: true } as const;

/** A datasheet that a save has changed, and how. */
export const revisedDatasheet = s.named(
  'RevisedDatasheet',
  s.object({
    id: s.idOf('datasheet'),
    name: s.text,
    version: s.text,
    revision: datasheetRevisionRow,
    changed: s.integer,
    changes: s.list(fieldChange),
    cleared: s.list(s.object({ element_id: s.idOf('field'), label: s.text, previous_value: s.fieldValue })),
    merged: s.optional(s.boolean),
    mergedChanges: s.optional(
      s.list(
        s.named(
          'MergedFieldChange',
          s.object({
            elementId: s.idOf('field'),
            label: s.text,
            change: s.oneOf('changed', 'added', 'deleted'),
            editedBy: s.nullable(person),
            editedAt: s.nullable(s.time),
          }),
        ),
      ),
    ),
  }),
);

export const datasheetEditEndpoints = {
  'datasheets.create': endpoint({
    http: 'POST /api/datasheet',
    group: 'datasheet',
    summary: 'Creates a datasheet of a standard in the open draft',
    description:
      'Bound to the revision the draft pins. Omitted fields take the template default as a real value or the starting disposition; an empty string or null is an explicit blank. Keys of elementValues are field ids, or an address that has exactly one field. The first revision has the code 1.0.0 whatever the severity.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'project_id' },
    needsDraft: 409,
    mutates: true,
    strictBody: true,
    body: {
      standard_id: s.idOf('standard'),
      project_id: s.idOf('project'),
      name: s.nameText(255),
      scope: { ...s.multilineText, max: 10_000, default: '', optional: true },
      elementValues: s.optional(s.recordById('field', s.fieldValue)),
      dispositions: s.optional(
        s.list({
          type: 'object',
          strict: true,
          props: { element_id: templateFieldId, disposition, disposition_note: note },
        }),
      ),
      summary: { ...revisionSummary, default: 'Initial creation', optional: true },
      severity: { ...datasheetSeverity, default: 'MAJOR', optional: true },
    },
    success: 201,
    location: '/api/datasheet/{id}',
    returns: datasheetView,
    errors: ['STANDARD_NOT_HELD', 'NAME_TAKEN', 'AMBIGUOUS_ADDRESS', 'EDIT_CONFLICT'],
    tool: { toolsets: ['default'] },
    rules: 'R-009 R-072 R-073 R-078 R-134 D1 D8 D11',
  }),
  'datasheets.revise': endpoint({
    http: 'POST /api/datasheet/:id/revise',
    group: 'datasheet',
    summary: 'Saves changed fields as a new datasheet revision',
    description:
      'Each change names a field and carries new_value or disposition. Omitted fields are unchanged. A save on a stale version is merged field by field; when another save set the same field to a different value, 409 EDIT_CONFLICT and nothing is written. If no value changes, no revision is created (changed: 0). changes of the answer names each field that changed, with its state before and after. The standard revision does not change; use upgrade for that.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'datasheet', by: 'id' },
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('datasheet') },
    body: {
      summary: { ...revisionSummary, default: 'Revision', optional: true },
      severity: datasheetSeverity,
      changes: {
        type: 'array',
        min: 1,
        items: {
          type: 'object',
          strict: true,
          props: {
            element_id: fieldId,
            new_value: s.optional(s.fieldValue),
            disposition: s.optional(disposition),
            disposition_note: note,
          },
        },
      },
      baseVersion: {
        type: 'multi',
        rules: [{ type: 'string', min: 1, max: 200 }, s.idOf('datasheetRevision')],
        optional: true,
        requiredOfKeys: true,
        aliases: ['currentRevisionId', 'current_revision_id'],
        description:
          'The version that was read, or the id of the current revision; required for keys and the assistant',
      },
      resolvedConflicts: {
        ...s.optional({
          ...s.list(resolvedConflict('field')),
          max: 10_000,
        }),
        description:
          'How the conflicts of an earlier 409 were resolved. Recorded in the audit trail only; the values are taken from changes',
      },
    },
    returns: revisedDatasheet,
    errors: ['EDIT_CONFLICT', 'DATASHEET_ARCHIVED', 'STANDARD_NOT_HELD'],
    tool: { toolsets: ['default'] },
    rules: 'R-009 R-074 R-078 R-079 R-133 D2 D8 D9',
  }),
  'datasheets.delete': endpoint({
    http: 'DELETE /api/datasheet/:id',
    group: 'datasheet',
    summary: 'Deletes a datasheet from the open draft',
    description:
      'Its history gets a last revision with the status DELETED and stays readable; its name is free. Published project revisions keep the datasheet, and so does the project when the draft is discarded. projectRevisionId, when sent, must be the open draft: a published revision is 409 REVISION_PUBLISHED. To be able to restore it, archive it instead.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'datasheet', by: 'id' },
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('datasheet') },
    body: {
      projectRevisionId: s.optional(s.idOf('projectRevision')),
      deletionReason: {
        ...s.optional({ type: 'string', trim: true, max: 2_000, format: 'lines' }),
        description: 'The summary of the DELETED revision; "Deletion" by default',
      },
    },
    returns: s.object({ id: s.idOf('datasheet'), deleted: s.boolean, revision: datasheetRevisionRow }),
    errors: ['REVISION_PUBLISHED', 'EDIT_CONFLICT'],
    rules: 'R-121 R-276 D5 D10 G7 G9',
  }),
} as const;
