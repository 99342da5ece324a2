/**
 * Schemas of datasheets: the datasheet as read and its options, a row of its history, severities, field states,
 * upgrade resolutions (decisions D1 to D10).
 */
import { STARTING_DISPOSITIONS } from '../../revisioning/outline/outline.ts';
import { UPGRADE_RESOLUTIONS } from '../../revisioning/upgrade/resolve-upgrade.ts';
import { commentView } from '../comment-shapes.ts';
import {
  allowedActionIds,
  disposition,
  fieldView,
  person,
  revisionRef,
  upgradeStatus,
} from '../common-shapes.ts';
import * as s from '../schema.ts';

export const DATASHEET_SEVERITIES = ['MAJOR', 'MINOR', 'PATCH'] as const;

/** MAJOR, MINOR or PATCH in any letter case; it drives the next revision code. */
export const datasheetSeverity = { type: 'enum', values: DATASHEET_SEVERITIES, anyCase: true } as const;

export const fieldState = s.named(
  'FieldState',
  s.object({ value: s.fieldValue, disposition, disposition_note: s.nullable(s.text) }),
);

/** Beside the address of a clause: the number that it is printed with and cited by (Y11). */
export const printedNumberOfClause = {
  ...s.optional(s.text),
  description: 'The printed number of the clause; absent where it has none, and while the clause is withheld',
} as const;

/** A field with its state before and after; null where it does not exist. */
export const fieldChange = s.named(
  'FieldChange',
  s.object({
    element_id: s.idOf('field'),
    label: s.text,
    address: s.text,
    printed_number: printedNumberOfClause,
    from: s.nullable(fieldState),
    to: s.nullable(fieldState),
  }),
);

/** A clause with recorded values whose text became that of another (Y12). */
const shiftedClause = {
  rule: s.text,
  clauseId: s.idOf('element'),
  /** In the target revision. */
  address: s.text,
  message: s.text,
} as const;

/** The number of these values, for readers of a project who may not read its datasheets. */
export const shiftedValueCount = s.named(
  'ShiftedValueCount',
  s.object({ ...shiftedClause, valueCount: s.integer }),
);

/** The values themselves. */
export const shiftedValueWarning = s.named(
  'ShiftedValueWarning',
  s.object({
    ...shiftedClause,
    /** Of a plan: the text that stands there now. */
    text: s.optional(s.text),
    values: s.list(
      s.named('ShiftedValue', s.object({ elementId: s.idOf('field'), label: s.text, recorded: fieldState })),
    ),
  }),
);

/** A row of the revision history (D10). */
export const datasheetRevisionRow = s.named(
  'DatasheetRevision',
  s.object({
    id: s.idOf('datasheetRevision'),
    code: s.text,
    severity: s.oneOf(...DATASHEET_SEVERITIES),
    summary: s.text,
    status: s.oneOf('ACTIVE', 'DELETED'),
    standard_revision: revisionRef,
    created_by: person,
    created_at: s.time,
  }),
);

/** A field with its two layers: definition and instance state. The compact shape stops after `user_value`. */
const datasheetElement = s.named(
  'DatasheetElement',
  s.object({
    id: s.idOf('field'),
    address: s.text,
    printed_number: printedNumberOfClause,
    label: s.text,
    user_value: s.fieldValue,
    unit: s.optional(s.nullable(s.text)),
    drawing_ref: s.optional(s.boolean),
    drawing_ref_locator: s.optional(s.nullable(s.text)),
    starting_disposition: s.optional(s.nullable(s.oneOf(...STARTING_DISPOSITIONS))),
    starts_deferred: s.optional(s.boolean),
    default_value: s.optional(s.fieldValue),
    disposition: s.optional(disposition),
    disposition_note: s.optional(s.nullable(s.text)),
    /** The author of the current state; null for the starting state. */
    editedBy: s.optional(s.nullable(person)),
    editedAt: s.optional(s.nullable(s.time)),
  }),
);

/** A datasheet as of one of its revisions. */
export const datasheetView = s.named(
  'Datasheet',
  s.object({
    id: s.idOf('datasheet'),
    name: s.text,
    standard_id: s.idOf('standard'),
    project_id: s.idOf('project'),
    scope: s.text,
    /** Opaque; sent back as `baseVersion`. */
    version: s.text,
    upgrade_status: upgradeStatus,
    values_summary: s.named(
      'ValuesSummary',
      s.object({
        total_fields: s.integer,
        fields_with_user_value: s.integer,
        /** Each field counts once in these three: saved by somebody, as it started, or without a value. */
        fields_filled_in: s.integer,
        fields_default: s.integer,
        fields_empty: s.integer,
      }),
    ),
    allowed_actions: allowedActionIds,
    content_hash: s.text,
    revision: datasheetRevisionRow,
    elements: s.list(datasheetElement),
    /** The thread of the project on its fields, newest first (D3); in verbose, or with `include=comments`. */
    comments: s.optional(s.list(commentView)),
    /** Only where the thread is longer. GET /api/projects/:projectId/comments lists all of it. */
    comments_truncated: s.optional(s.boolean),
    /** With `include=template`: the definitions at this datasheet's standard revision. */
    template: s.optional(s.list(fieldView)),
  }),
);

/** Options for the presentation of a datasheet. */
export const datasheetViewParams = {
  format: {
    type: 'enum',
    values: ['verbose', 'compact'],
    default: 'verbose',
    optional: true,
    only: 'http',
    description: 'compact keeps id, address, printed_number, label and user_value of each element',
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
export const upgradeResolution = s.named(
  'UpgradeResolution',
  s.object({
    elementId: s.optional(s.idOf('field')),
    address: s.optional(s.text),
    resolution: s.oneOf(...UPGRADE_RESOLUTIONS),
    newValue: s.optional(s.fieldValue),
  }),
);
