/** Shapes that several contracts share. */
import { DISPOSITIONS } from '../revisioning/field-value.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../revisioning/outline.ts';
import type { IdKind } from './id-kinds.ts';
import { anyValue, boolean, idOf, integer, list, nullable, object, oneOf, optional, text, uuidOf } from './schema.ts';

/** An e-mail address, read in its one spelling (X4). No white space, commas, control characters or angle brackets; a mail decides about the rest. */
export const email = {
  type: 'string',
  trim: true,
  min: 3,
  max: 254,
  pattern: '^[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+$',
  format: 'email',
  description: 'an e-mail address such as name@example.org; letter case, invisible characters and a trailing dot are ignored',
} as const;

/** How a person is shown everywhere (P13). */
export const person = object({ userId: idOf('user'), displayName: text });

/** A revision as something else points to it, of a standard where nothing else is said. */
export const revisionRefTo = <const K extends IdKind>(kind: K) => object({ id: idOf(kind), code: text });
export const revisionRef = revisionRefTo('standardRevision');

/** Something of this kind by its id and name. */
export const idAndName = <const K extends IdKind>(kind: K) => object({ id: idOf(kind), name: text });

export const SUBJECT_TYPES = ['global', 'company', 'project', 'user'] as const;
export const subjectType = oneOf(...SUBJECT_TYPES);

/** What an element says and where it stands: all that a wiki element has. */
export const elementMembers = {
  address: text,
  content: text,
  toc_content: text,
  depth: integer,
  attributes: object({ inToc: optional(boolean), isNote: optional(boolean) }),
} as const;

/** A clause, section or note as readers see it (document 1, Element). */
export const elementView = object({
  element_id: idOf('element'),
  ...elementMembers,
  /** Present on a withheld clause. */
  moderation: optional(anyValue),
});

/** What a datasheet field says, on which element it stands (document 1, Datasheet field definition). */
export const fieldMembers = {
  element_address: text,
  label: text,
  input_type: oneOf(...INPUT_TYPES),
  options: list(text),
  default_value: anyValue,
  order_number: nullable(integer),
  drawing_ref: boolean,
  drawing_ref_locator: nullable(text),
  starting_disposition: nullable(oneOf(...STARTING_DISPOSITIONS)),
  constraint: nullable(oneOf(...CONSTRAINTS)),
  unit: nullable(text),
} as const;

/** A datasheet field definition as readers see it. */
export const fieldView = object({ id: idOf('field'), element_id: idOf('element'), ...fieldMembers, starts_deferred: boolean });

export const disposition = oneOf(...DISPOSITIONS);

/** Where a datasheet stands against the standard revision its project pins. */
export const upgradeStatus = oneOf('current', 'needs_upgrade', 'no_revision');

/** The wiki page and edition a library copy was adopted from (W11). */
export const wikiOrigin = object({ standard_id: uuidOf('wikiStandard'), adopted_revision_id: uuidOf('edition') });

/** Rows of a list that is not paged: more than a person can look through (S12). */
export const MAX_UNPAGED_ROWS = 1_000;

/** What a list that stops at `LIST_CAP` says beside its rows; `total` counts the rows that were left out too. */
export const cappedListMembers = { total: integer, truncated: boolean } as const;

/** Paging of a list. */
export const pageParams = (fallback: number, max: number) =>
  ({
    limit: { type: 'number', integer: true, min: 1, max, default: fallback, optional: true },
    offset: { type: 'number', integer: true, min: 0, default: 0, optional: true },
  }) as const;
