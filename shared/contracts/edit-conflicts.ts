/**
 * The forms of `metadata` of EDIT_CONFLICT: what was saved by others since the caller read it (decisions S5, P14,
 * D9). `reason` is in all of them.
 */
import { CONFLICT_REASONS, FIELD_CONFLICT_REASONS } from '../revisioning/merge/merge-state.ts';
import { fieldMembers, person, revisionRef } from './common-shapes.ts';
import { fieldState } from './datasheets/shapes.ts';
import { contactView, draftChange } from './projects/shapes.ts';
import * as s from './schema.ts';
import { wikiRevisionRef } from './wiki-moderation/shapes.ts';

/** In the metadata of standards and wiki pages only. */
const code = s.optional(s.oneOf('EDIT_CONFLICT'));
/** As constants, like a single reason: they tell the forms apart. */
const oneOfReasons = <const V extends string>(...reasons: V[]) =>
  ({ type: 'multi', rules: reasons.map((reason) => s.oneOf(reason)) }) as const;
const lastEdit = { editedBy: s.nullable(person), editedAt: s.nullable(s.time) } as const;
/** The row of a field that nobody edited since has none. */
const lastHeaderEdit = { editedBy: s.optional(person), editedAt: s.optional(s.time) } as const;

const { element_address: _, ...fieldDefinition } = fieldMembers;

/** A field on one side; without an id where it was never stored. */
const fieldSide = s.named(
  'FieldSide',
  s.object({ field_id: s.nullable(s.integer), element_id: s.integer, ...fieldDefinition }),
);

const clauseConflict = s.named(
  'ClauseConflict',
  s.object({
    elementId: s.nullable(s.integer),
    address: s.text,
    baseAddress: s.nullable(s.text),
    theirsAddress: s.nullable(s.text),
    mineAddress: s.nullable(s.text),
    reason: s.oneOf(...CONFLICT_REASONS),
    ...lastEdit,
  }),
);

const fieldConflict = s.named(
  'FieldConflict',
  s.object({
    fieldId: s.nullable(s.idOf('field')),
    elementId: s.nullable(s.idOf('element')),
    label: s.text,
    base: s.nullable(fieldSide),
    theirs: s.nullable(fieldSide),
    mine: s.nullable(fieldSide),
    reason: s.oneOf(...FIELD_CONFLICT_REASONS),
    ...lastEdit,
  }),
);

const workingCopyConflict = s.named(
  'WorkingCopyConflict',
  s.object({
    code,
    reason: oneOfReasons('stale', 'fields'),
    currentVersion: s.text,
    ...lastEdit,
    conflicts: s.list(clauseConflict),
    fieldConflicts: s.optional(s.list(fieldConflict)),
  }),
);

const datasheetConflict = s.named(
  'DatasheetConflict',
  s.object({
    reason: oneOfReasons('stale', 'fields', 'upgraded'),
    /** Of an import: the first datasheet with conflicts. */
    datasheetId: s.optional(s.idOf('datasheet')),
    currentVersion: s.text,
    editedBy: person,
    editedAt: s.time,
    /** With `fields`: what both changed. */
    conflicts: s.optional(
      s.list(
        s.named(
          'DatasheetFieldConflict',
          s.object({
            elementId: s.idOf('field'),
            label: s.text,
            base: fieldState,
            mine: fieldState,
            theirs: fieldState,
            ...lastEdit,
          }),
        ),
      ),
    ),
    /** With `upgraded`: the one that the datasheet has now. */
    standardRevision: s.optional(revisionRef),
  }),
);

const headerValue = s.nullable({
  type: 'multi',
  rules: [s.text, s.integer, s.list(s.integer), contactView],
} as const);

const headerConflict = s.named(
  'ProjectHeaderConflict',
  s.object({
    reason: s.oneOf('fields'),
    currentVersion: s.text,
    conflicts: s.list(
      s.named(
        'HeaderFieldConflict',
        s.object({
          field: s.text,
          base: headerValue,
          mine: headerValue,
          theirs: headerValue,
          ...lastHeaderEdit,
        }),
      ),
    ),
  }),
);

const draftConflict = s.named(
  'ProjectDraftConflict',
  s.object({ reason: s.oneOf('stale'), currentVersion: s.text, changes: s.list(draftChange) }),
);

const wikiConflict = s.named(
  'WikiStandardConflict',
  s.object({ code, reason: s.oneOf('stale'), currentRevision: wikiRevisionRef, ...lastEdit }),
);

/** What was read is gone or older, and there is nothing to choose. */
const staleConflict = s.named(
  'StaleConflict',
  s.object({
    code,
    reason: oneOfReasons('stale', 'draft_closed', 'outline'),
    currentVersion: s.optional(s.nullable(s.text)),
    datasheetId: s.optional(s.idOf('datasheet')),
  }),
);

export const editConflict = s.named('EditConflict', {
  type: 'multi',
  rules: [workingCopyConflict, datasheetConflict, headerConflict, draftConflict, wikiConflict, staleConflict],
} as const);
