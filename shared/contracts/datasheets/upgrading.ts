/**
 * Endpoints that plan and apply the upgrade of a datasheet, or of all datasheets of a standard in a
 * project, to another revision of the standard.
 */
import { fieldView, idAndName, revisionRef, revisionRefTo } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import {
  datasheetRevisionRow,
  datasheetSeverity,
  fieldState,
  printedNumberOfClause,
  shiftedValueWarning,
  upgradeResolution,
} from './shapes.ts';

const onDatasheet = { resource: 'datasheet', by: 'id' } as const;
const summary = { ...s.multilineText, max: 2000, trim: true, optional: true } as const;

const datasheetIdAndName = idAndName('datasheet');

/**
 * `elementId` is the field’s identity, the same before and after; the two further names are the ones the
 * upgrade’s rules use.
 */
const fieldIdentity = {
  elementId: s.idOf('field'),
  fromElementId: s.nullable(s.idOf('field')),
  toElementId: s.nullable(s.idOf('field')),
  address: s.text,
  printed_number: printedNumberOfClause,
  label: s.text,
} as const;

export const datasheetUpgradeEndpoints = {
  'datasheets.upgradePlan': endpoint({
    http: 'GET /api/datasheet/:id/upgrade-plan',
    group: 'datasheet',
    summary: 'Plans the upgrade of a datasheet to another revision of its standard',
    description:
      'The target is the standard’s current revision unless toRevisionId names another one. A conflict is a recorded value, or a disposition that somebody chose, whose field was removed, no longer accepts it, or has changed its meaning; each needs its own resolution. warnings lists the recorded values of each clause whose text became that of another, with the text that stands there now: their fields are unchanged, and nobody is asked about them. Already on the target: an empty plan with needsUpgrade false.',
    auth: 'key_or_session',
    permissions: ['datasheet:read', 'project:read'],
    on: onDatasheet,
    mutates: false,
    path: { id: s.idOf('datasheet') },
    query: {
      toRevisionId: s.optional(s.idOf('standardRevision')),
      conflictOffset: { type: 'number', integer: true, min: 0, default: 0, optional: true },
      conflictLimit: { type: 'number', integer: true, min: 1, optional: true, description: 'Default: all' },
    },
    etag: 'bytes',
    returns: s.named(
      'DatasheetUpgradePlan',
      s.object({
        id: s.idOf('datasheet'),
        version: s.text,
        needsUpgrade: s.boolean,
        currentStandardRevision: revisionRef,
        target: revisionRef,
        conflicts: s.list(
          s.object({
            ...fieldIdentity,
            reason: s.oneOf('removed', 'invalid', 'meaning_changed'),
            from: fieldView,
            to: s.nullable(fieldView),
            recorded: fieldState,
          }),
        ),
        conflictPage: s.object({
          total: s.integer,
          offset: s.integer,
          limit: s.nullable(s.integer),
          nextOffset: s.nullable(s.integer),
        }),
        autoResolved: s.list(
          s.object({
            ...fieldIdentity,
            reason: s.oneOf('unchanged', 'definition_changed', 'removed'),
            recorded: fieldState,
          }),
        ),
        newElements: s.list(s.object({ ...fieldIdentity, starts: fieldState })),
        additions: s.integer,
        removals: s.integer,
        modifications: s.integer,
        warnings: s.list(shiftedValueWarning),
      }),
    ),
    rules: 'D4 D7',
  }),
  'datasheets.upgrade': endpoint({
    http: 'POST /api/datasheet/:id/upgrade',
    group: 'datasheet',
    summary: 'Upgrades a datasheet to another revision of its standard',
    description:
      'The target is the revision the draft pins unless toStandardRevisionId names another one; a later one also moves the pin. user_accepted keeps the recorded value (or writes newValue), user_modified writes newValue, user_discarded takes the new default. Without severity, that of the target revision applies. warnings lists the values that stayed with a clause whose text became that of another.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: onDatasheet,
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('datasheet') },
    body: {
      toStandardRevisionId: s.optional(s.idOf('standardRevision')),
      resolutions: s.optional(s.list(upgradeResolution)),
      summary,
      severity: s.optional(datasheetSeverity),
    },
    returns: s.named(
      'DatasheetUpgradeResult',
      s.object({
        id: s.idOf('datasheet'),
        version: s.text,
        revision: datasheetRevisionRow,
        fromStandardRevision: revisionRef,
        toStandardRevision: revisionRef,
        pinMoved: s.boolean,
        resolved: s.integer,
        autoResolved: s.integer,
        additions: s.integer,
        removals: s.integer,
        warnings: s.list(shiftedValueWarning),
      }),
    ),
    errors: [
      'ALREADY_ON_TARGET',
      'MISSING_RESOLUTION',
      'UNKNOWN_RESOLUTION',
      'AMBIGUOUS_ADDRESS',
      'REVISION_NOT_ELIGIBLE',
      'DATASHEET_ARCHIVED',
      'EDIT_CONFLICT',
      'STANDARD_NOT_HELD',
    ],
    rules: 'D4 D7 D9 G9',
  }),
  'standards.batchUpgrade': endpoint({
    http: 'POST /api/standards/:standardId/batch-upgrade',
    group: 'standards',
    summary: 'Upgrades the datasheets of a standard in one project to one of its revisions, all or none',
    description:
      'Without datasheet_ids all datasheets of the standard in the open draft; the target is the revision the draft pins unless to_revision_id names another one. resolutions maps the id of a datasheet of this call to its list. Archived datasheets and those already on the target are skipped and named with the reason. warnings of a datasheet lists its values that stayed with a clause whose text became that of another.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'project_id' },
    needsDraft: 409,
    mutates: true,
    path: { standardId: s.idOf('standard') },
    body: {
      project_id: s.idOf('project'),
      datasheet_ids: s.optional({ type: 'array', items: s.idOf('datasheet'), min: 1, max: 2000 }),
      to_revision_id: s.optional(s.idOf('standardRevision')),
      resolutions: s.optional(s.recordById('datasheet', s.list(upgradeResolution))),
      summary,
      severity: s.optional(datasheetSeverity),
    },
    returns: s.named(
      'BatchUpgradeResult',
      s.object({
        batchId: s.uuidOf('batch'),
        toStandardRevision: revisionRef,
        pinMoved: s.boolean,
        upgraded: s.list(
          s.object({
            ...datasheetIdAndName.props,
            version: s.text,
            revision: revisionRefTo('datasheetRevision'),
            warnings: s.list(shiftedValueWarning),
          }),
        ),
        skipped: s.list(
          s.object({ ...datasheetIdAndName.props, reason: s.oneOf('archived', 'already_on_target') }),
        ),
      }),
    ),
    errors: [
      'MISSING_RESOLUTION',
      'UNKNOWN_RESOLUTION',
      'AMBIGUOUS_ADDRESS',
      'REVISION_NOT_ELIGIBLE',
      'EDIT_CONFLICT',
      'STANDARD_NOT_HELD',
    ],
    rules: 'S10 D4 D7 X13',
  }),
} as const;
