/**
 * Schema of the body of `PUT /api/standards/:id/working-copy` (document 2, PUT working-copy and its rules;
 * decisions S4, S16, S26, D6).
 */

import { MAX_LABEL_CHARACTERS, MAX_OPTIONS } from '../../revisioning/field-rules.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../../revisioning/outline.ts';
import { MAX_ELEMENTS } from '../../revisioning/outline-rules.ts';
import {
  boolean,
  clauseText,
  fieldValue,
  headingText,
  idOf,
  integer,
  list,
  multilineText,
  nullable,
  object,
  oneOf,
  optional,
  text,
} from '../schema.ts';

/** Maximum number of elements of a standard (S23), also used for its fields. */
const MAX_ITEMS = MAX_ELEMENTS;

/** A clause in a request. The result of a read may be sent back as it is; unknown members are ignored. */
const submittedElement = object({
  element_id: {
    ...optional(nullable(idOf('element'))),
    description:
      'the identity of the clause; omitted or unknown: matched by address with the version that was read, otherwise a new clause',
  },
  address: { type: 'string', max: 200 },
  content: {
    ...optional(clauseText),
    description: 'line endings are normalised to LF; leading and trailing blank lines are removed',
  },
  toc_content: { ...optional(headingText), description: 'on one line' },
  attributes: optional(object({ inToc: optional(nullable(boolean)), isNote: optional(nullable(boolean)) })),
  seal_token: optional(nullable(text)),
});

const submittedField = object({
  element_address: { type: 'string', max: 200 },
  label: { ...multilineText, max: MAX_LABEL_CHARACTERS },
  input_type: oneOf(...INPUT_TYPES),
  options: optional(nullable({ ...list(multilineText), max: MAX_OPTIONS })),
  default_value: optional(fieldValue),
  order_number: optional(nullable(integer)),
  drawing_ref: optional(nullable(boolean)),
  drawing_ref_locator: optional(nullable(multilineText)),
  starting_disposition: optional(nullable(oneOf(...STARTING_DISPOSITIONS))),
  starts_deferred: {
    ...optional(nullable(boolean)),
    description: 'deprecated: same as starting_disposition per_drawings',
  },
  constraint: optional(nullable(oneOf(...CONSTRAINTS))),
  unit: optional(nullable(multilineText)),
  match_label: {
    ...optional(nullable(multilineText)),
    description: 'the current label of a field that is renamed',
  },
  id: { ...optional(nullable(idOf('field'))), description: 'the identity of the field, as the read gave it' },
});

export const saveBody = {
  baseVersion: {
    type: 'string',
    max: 200,
    optional: true,
    description: 'the version that was read; omitted: the current version is overwritten',
  },
  elements: {
    ...optional(list(submittedElement)),
    description:
      'every clause of the standard; required unless datasheetElementsOnly is set or markdown is sent',
  },
  datasheetElements: {
    ...optional({ ...list(submittedField), max: MAX_ITEMS }),
    description: 'omitted from a full replace: the fields are kept with their clauses; []: all are removed',
  },
  datasheetElementsOnly: { type: 'boolean', default: false, optional: true },
  removeDatasheetFields: {
    ...optional({ ...list(object({ element_address: text, label: multilineText })), max: MAX_ITEMS }),
    description: 'with datasheetElementsOnly',
  },
  confirmReplace: { type: 'boolean', default: false, optional: true },
  markdown: {
    ...optional(multilineText),
    description: 'the whole standard in markup; keys and MCP clients only',
  },
  baseElements: {
    ...optional({
      ...list(object({ elementId: idOf('element'), address: text, hash: text })),
      max: MAX_ITEMS,
    }),
    only: 'http',
    description:
      'the clauses as they were read at baseVersion: a stale save is then merged per clause where nobody changed the same thing of one clause. Any version of the open working copy is accepted; at least the last 5,000 are kept',
  },
  resolvedConflicts: {
    ...optional({
      ...list(object({ elementId: idOf('element'), choice: oneOf('mine', 'theirs') })),
      max: MAX_ITEMS,
    }),
    only: 'http',
    description: 'resolves the conflicts of an earlier 409 on the named clauses',
  },
  conflictVersion: {
    ...optional(text),
    only: 'http',
    description:
      'metadata.currentVersion of the 409 that resolvedConflicts answers: a clause changed since then conflicts again',
  },
} as const;
