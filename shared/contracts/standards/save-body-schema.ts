/**
 * Schema of the body of a save, `PUT /api/standards/:id/working-copy`: all clauses with their fields, fields only, or
 * markup, with what a stale save is merged by. Most limits on clauses and fields are those of
 * `shared/revisioning/outline/` (decisions S4, S16, S26, D6).
 */

import { MAX_LABEL_CHARACTERS, MAX_OPTIONS } from '../../revisioning/outline/field-rules.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../../revisioning/outline/outline.ts';
import { MAX_ELEMENTS } from '../../revisioning/outline/outline-rules.ts';
import { resolvedConflict } from '../common-shapes.ts';
import * as s from '../schema.ts';

/** Most elements of a standard (S23), and most fields. */
const MAX_ITEMS = MAX_ELEMENTS;

/** A clause in a request. The result of a read may be sent back as it is; unknown members are ignored. */
const submittedElement = s.named(
  'SubmittedElement',
  s.object({
    element_id: {
      ...s.optional(s.nullable(s.idOf('element'))),
      description:
        'the identity of the clause; omitted or unknown: that of the clause whose text this is in the version that was read, wherever it stood, otherwise a new clause',
    },
    address: { type: 'string', max: 200 },
    content: {
      ...s.optional(s.clauseText),
      description: 'line endings are normalised to LF; leading and trailing blank lines are removed',
    },
    toc_content: { ...s.optional(s.headingText), description: 'on one line' },
    attributes: s.optional(
      s.object({
        inToc: s.optional(s.nullable(s.boolean)),
        isNote: s.optional(s.nullable(s.boolean)),
        label: {
          ...s.optional(s.nullable(s.elementLabel)),
          description:
            'the number that people cite, such as 1.01.A; need not be unique; omitted, null or empty: none',
        },
      }),
    ),
    seal_token: s.optional(s.nullable(s.text)),
  }),
);

const submittedField = s.named(
  'SubmittedField',
  s.object({
    element_address: { type: 'string', max: 200 },
    label: { ...s.multilineText, max: MAX_LABEL_CHARACTERS },
    input_type: s.oneOf(...INPUT_TYPES),
    options: s.optional(s.nullable({ ...s.list(s.multilineText), max: MAX_OPTIONS })),
    default_value: s.optional(s.fieldValue),
    order_number: s.optional(s.nullable(s.integer)),
    drawing_ref: s.optional(s.nullable(s.boolean)),
    drawing_ref_locator: s.optional(s.nullable(s.multilineText)),
    starting_disposition: s.optional(s.nullable(s.oneOf(...STARTING_DISPOSITIONS))),
    starts_deferred: {
      ...s.optional(s.nullable(s.boolean)),
      description: 'deprecated: same as starting_disposition per_drawings',
    },
    constraint: s.optional(s.nullable(s.oneOf(...CONSTRAINTS))),
    unit: s.optional(s.nullable(s.multilineText)),
    match_label: {
      ...s.optional(s.nullable(s.multilineText)),
      description: 'the current label of a field that is renamed',
    },
    id: {
      ...s.optional(s.nullable(s.idOf('field'))),
      description: 'the identity of the field, as the read gave it',
    },
  }),
);

export const saveBody = {
  baseVersion: {
    type: 'string',
    max: 200,
    optional: true,
    description: 'the version that was read; omitted: the current version is overwritten',
  },
  elements: {
    ...s.optional({ ...s.list(submittedElement), max: MAX_ITEMS }),
    description:
      'every clause of the standard; required unless datasheetElementsOnly is set or markdown is sent',
  },
  datasheetElements: {
    ...s.optional({ ...s.list(submittedField), max: MAX_ITEMS }),
    description: 'omitted from a full replace: the fields are kept with their clauses; []: all are removed',
  },
  datasheetElementsOnly: {
    type: 'boolean',
    default: false,
    optional: true,
    description: 'true: the clauses stay, and only the fields that are sent change',
  },
  removeDatasheetFields: {
    ...s.optional({
      ...s.list(s.object({ element_address: s.text, label: s.multilineText })),
      max: MAX_ITEMS,
    }),
    description: 'with datasheetElementsOnly',
  },
  confirmReplace: {
    type: 'boolean',
    default: false,
    optional: true,
    description: 'true: more than half of the clauses may be deleted',
  },
  markdown: {
    ...s.optional(s.multilineText),
    description: 'the whole standard in markup; keys and MCP clients only',
  },
  baseElements: {
    ...s.optional({
      ...s.list(s.object({ elementId: s.idOf('element'), address: s.text, hash: s.text })),
      max: MAX_ITEMS,
    }),
    only: 'http',
    description:
      'the clauses as they were read at baseVersion: a stale save is then merged per clause where nobody changed the same thing of one clause. Any version of the open working copy is accepted; at least the last 5,000 are kept',
  },
  resolvedConflicts: {
    ...s.optional({
      ...s.list(resolvedConflict('element')),
      max: MAX_ITEMS,
    }),
    only: 'http',
    description: 'resolves the conflicts of an earlier 409 on the named clauses',
  },
  conflictVersion: {
    ...s.optional(s.text),
    only: 'http',
    description:
      'metadata.currentVersion of the 409 that resolvedConflicts answers: a clause changed since then conflicts again',
  },
} as const;
