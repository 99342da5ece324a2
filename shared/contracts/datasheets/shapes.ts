/**
 * Schemas of datasheets: the datasheet as read and its options, a row of its history, severities, field
 * states, upgrade resolutions (document 1, Datasheet instance; decisions D1 to D10).
 */
import { STARTING_DISPOSITIONS } from '../../revisioning/outline.ts';
import { UPGRADE_RESOLUTIONS } from '../../revisioning/resolve-upgrade.ts';
import { commentView } from '../comment-shapes.ts';
import {
  allowedActionIds,
  disposition,
  fieldView,
  person,
  revisionRef,
  upgradeStatus,
} from '../common-shapes.ts';
import {
  anyValue,
  boolean,
  fieldValue,
  idOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../schema.ts';

export const DATASHEET_SEVERITIES = ['MAJOR', 'MINOR', 'PATCH'] as const;

/** MAJOR, MINOR or PATCH in any letter case; it drives the next revision code. */
export const datasheetSeverity = { type: 'enum', values: DATASHEET_SEVERITIES, anyCase: true } as const;

export const fieldState = object({ value: anyValue, disposition, disposition_note: nullable(text) });

/** A clause with recorded values whose text became that of another (Y12). */
const shiftedClause = {
  rule: text,
  clauseId: idOf('element'),
  /** In the target revision. */
  address: text,
  message: text,
} as const;

/** The number of these values, for readers of a project who may not read its datasheets. */
export const shiftedValueCount = object({ ...shiftedClause, valueCount: integer });

/** The values themselves. */
export const shiftedValueWarning = object({
  ...shiftedClause,
  values: list(object({ elementId: idOf('field'), label: text, recorded: fieldState })),
});

/** A row of the revision history (D10). */
export const datasheetRevisionRow = object({
  id: idOf('datasheetRevision'),
  code: text,
  severity: oneOf(...DATASHEET_SEVERITIES),
  summary: text,
  status: oneOf('ACTIVE', 'DELETED'),
  standard_revision: revisionRef,
  created_by: person,
  created_at: time,
});

/** A field with its two layers: definition and instance state. The compact shape stops after `user_value`. */
const datasheetElement = object({
  id: idOf('field'),
  address: text,
  label: text,
  user_value: anyValue,
  unit: optional(nullable(text)),
  drawing_ref: optional(boolean),
  drawing_ref_locator: optional(nullable(text)),
  starting_disposition: optional(nullable(oneOf(...STARTING_DISPOSITIONS))),
  starts_deferred: optional(boolean),
  default_value: optional(anyValue),
  disposition: optional(disposition),
  disposition_note: optional(nullable(text)),
  /** The author of the current state; null for the starting state. */
  editedBy: optional(nullable(person)),
  editedAt: optional(nullable(time)),
});

/** A datasheet as of one of its revisions. */
export const datasheetView = object({
  id: idOf('datasheet'),
  name: text,
  standard_id: idOf('standard'),
  project_id: idOf('project'),
  scope: text,
  /** Opaque; sent back as `baseVersion`. */
  version: text,
  upgrade_status: upgradeStatus,
  values_summary: object({ total_fields: integer, fields_with_user_value: integer }),
  allowed_actions: allowedActionIds,
  content_hash: text,
  revision: datasheetRevisionRow,
  elements: list(datasheetElement),
  /** The thread of the project on its fields, newest first (D3); in verbose, or with `include=comments`. */
  comments: optional(list(commentView)),
  /** Only where the thread is longer. GET /api/projects/:projectId/comments lists all of it. */
  comments_truncated: optional(boolean),
  /** With `include=template`: the definitions at this datasheet's standard revision. */
  template: optional(list(fieldView)),
});

/** Options for the presentation of a datasheet. */
export const datasheetViewParams = {
  format: {
    type: 'enum',
    values: ['verbose', 'compact'],
    default: 'verbose',
    optional: true,
    only: 'http',
    description: 'compact keeps id, address, label and user_value of each element',
  },
  include: {
    type: 'string',
    optional: true,
    only: 'http',
    description:
      'Comma list: template adds the field definitions at this datasheet’s standard revision, comments adds the thread of the project on its fields (newest first, at most 200, then comments_truncated is true), values changes nothing',
  },
} as const;

/** The resolution of one conflict of an upgrade (D4, D7). */
export const upgradeResolution = object({
  elementId: optional(idOf('field')),
  address: optional(text),
  resolution: oneOf(...UPGRADE_RESOLUTIONS),
  newValue: optional(fieldValue),
});
