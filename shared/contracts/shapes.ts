/** Shapes that several contracts share. */
import { DISPOSITIONS } from '../revisioning/field-value.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../revisioning/outline.ts';
import type { Kind } from './kinds.ts';
import { anything, flag, idOf, integer, list, nullable, object, oneOf, optional, text, uuidOf } from './schema.ts';

/** An e-mail address, read in its one spelling (X4). No white space, commas, control characters or angle brackets; a mail decides about the rest. */
export const emailAddress = {
  type: 'string',
  trim: true,
  min: 3,
  max: 254,
  pattern: '^[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+$',
  format: 'email',
  description: 'an address such as name@example.org; letter case, invisible characters and a dot at the end do not matter',
} as const;

/** How a person is shown everywhere (P13). */
export const person = object({ userId: idOf('user'), displayName: text });

/** A revision as something else points to it, of a standard where nothing else is said. */
export const revisionRefOf = <const K extends Kind>(kind: K) => object({ id: idOf(kind), code: text });
export const revisionRef = revisionRefOf('standardRevision');

/** Something of this kind by its id and name. */
export const namedOf = <const K extends Kind>(kind: K) => object({ id: idOf(kind), name: text });

export const SUBJECT_TYPES = ['global', 'company', 'project', 'user'] as const;
export const subjectType = oneOf(...SUBJECT_TYPES);

/** What an element says and where it stands: all that a wiki element has. */
export const elementMembers = {
  address: text,
  content: text,
  toc_content: text,
  depth: integer,
  attributes: object({ inToc: optional(flag), isNote: optional(flag) }),
} as const;

/** A clause, section or note as readers see it (document 1, Element). */
export const elementShown = object({
  element_id: idOf('element'),
  ...elementMembers,
  /** Present on a withheld clause. */
  moderation: optional(anything),
});

/** What a datasheet field says, on which element it stands (document 1, Datasheet field definition). */
export const fieldMembers = {
  element_address: text,
  label: text,
  input_type: oneOf(...INPUT_TYPES),
  options: list(text),
  default_value: anything,
  order_number: nullable(integer),
  drawing_ref: flag,
  drawing_ref_locator: nullable(text),
  starting_disposition: nullable(oneOf(...STARTING_DISPOSITIONS)),
  constraint: nullable(oneOf(...CONSTRAINTS)),
  unit: nullable(text),
} as const;

/** A datasheet field definition as readers see it. */
export const fieldShown = object({ id: idOf('field'), element_id: idOf('element'), ...fieldMembers, starts_deferred: flag });

export const disposition = oneOf(...DISPOSITIONS);

/** Where a datasheet stands against the standard revision its project pins. */
export const upgradeStatus = oneOf('current', 'needs_upgrade', 'no_revision');

/** The wiki page and edition a library copy was adopted from (W11). */
export const wikiOrigin = object({ standard_id: uuidOf('wikiStandard'), adopted_revision_id: uuidOf('edition') });

/** Rows of a list that is not paged: more than a person can look through (S12). */
export const LIST_CAP = 1_000;

/** What a list that stops at `LIST_CAP` says beside its rows; `total` counts the rows that were left out too. */
export const capped = { total: integer, truncated: flag } as const;

/** Paging of a list. */
export const page = (fallback: number, max: number) =>
  ({
    limit: { type: 'number', integer: true, min: 1, max, default: fallback, optional: true },
    offset: { type: 'number', integer: true, min: 0, default: 0, optional: true },
  }) as const;
