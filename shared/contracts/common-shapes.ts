/** Schemas shared by several contracts: email, person, references, elements, fields, paging and others. */
import { DISPOSITIONS } from '../revisioning/outline/field-value.ts';
import { CONSTRAINTS, INPUT_TYPES, STARTING_DISPOSITIONS } from '../revisioning/outline/outline.ts';
import type { IdKind } from './id-kinds.ts';
import { PERMISSIONS } from './permissions.ts';
import * as s from './schema.ts';

export const permission = s.named('Permission', s.oneOf(...PERMISSIONS));

/**
 * The ids of the writes that the caller's permissions and the state of the resource allow now; absent in the
 * responses of writes. A rule of the write itself may still refuse it.
 */
export const allowedActionIds = s.optional(s.list(s.text));

/**
 * An email address in its normal form (X4), without white space, commas, control characters or angle
 * brackets.
 */
export const email = {
  type: 'string',
  trim: true,
  min: 3,
  max: 254,
  pattern:
    '^[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+@[^\\s@<>,\\u2800\\u0000-\\u001f\\u007f-\\u009f]+$',
  format: 'email',
  description:
    'an email address such as name@example.org; letter case, invisible characters and a trailing dot are ignored',
} as const;

/** What becomes of the subcategories of a category that is deleted (S12). */
export const childDisposition = s.oneOf('reassign', 'promote', 'cascade');

/** A person as every response names one (P13). */
export const person = s.named('Person', s.object({ userId: s.idOf('user'), displayName: s.text }));

/** A reference to a revision, by default of a standard. */
export const revisionRefTo = <const K extends IdKind>(kind: K) =>
  s.named('RevisionReference', s.object({ id: s.idOf(kind), code: s.text }));
export const revisionRef = revisionRefTo('standardRevision');

/** A reference by id and name. */
export const idAndName = <const K extends IdKind>(kind: K) =>
  s.named('NamedReference', s.object({ id: s.idOf(kind), name: s.text }));

/** A standard or a datasheet in the revision of the standard that a project uses. */
export const atRevision = <const K extends IdKind>(kind: K) =>
  s.named('NameAtRevision', s.object({ ...idAndName(kind).props, standard_revision: revisionRef }));

export const SUBJECT_TYPES = ['global', 'company', 'project', 'user'] as const;
export const subjectType = s.named('SubjectType', s.oneOf(...SUBJECT_TYPES));

/** One moderation hold on a revision, as whoever publishes with it acknowledges it (Y15). */
export const acknowledgedHold = s.named(
  'AcknowledgedHold',
  s.object({
    /** `clauses` of the revision, its whole `edition`, or every edition of its wiki page: `standard`. */
    scope: s.oneOf('clauses', 'edition', 'standard'),
    level: s.oneOf(1, 2),
    /** Null under legal compulsion. */
    reason: s.nullable(s.text),
    heldClauseCount: s.integer,
  }),
);

/** The notice on a held clause, as readers see it (decisions W14). */
export const moderationNotice = s.named(
  'ModerationNotice',
  s.object({
    /** 1: the text stays. 2: it is withheld. */
    level: s.oneOf(1, 2),
    /** Null under legal compulsion. */
    reason_code: s.nullable(s.text),
    notice_at: s.time,
    /** The change by which the clause has other words than the held ones; it lifts nothing. */
    divergence: s.nullable(
      s.object({
        /** The change is older than the notice. */
        beforeNotice: s.boolean,
        revisionId: s.idOf('standardRevision'),
        revisionCode: s.text,
        changedAt: s.time,
        userId: s.nullable(s.idOf('user')),
        userName: s.nullable(s.text),
        noticeRecordedAt: s.time,
      }),
    ),
  }),
);

/** Content and place of an element: all members of a wiki element. */
export const elementMembers = {
  address: s.text,
  content: s.text,
  toc_content: s.text,
  depth: s.integer,
  attributes: s.named(
    'ElementAttributes',
    s.object({
      inToc: s.optional(s.boolean),
      isNote: s.optional(s.boolean),
      /** The printed number, which people cite; absent where there is none. */
      label: s.optional(s.text),
    }),
  ),
} as const;

/** A clause, section or note as readers see it. */
export const elementView = s.named(
  'Element',
  s.object({
    element_id: s.idOf('element'),
    ...elementMembers,
    /** Present on a held clause. */
    moderation: s.optional(moderationNotice),
  }),
);

/** A datasheet field definition with its element. */
export const fieldMembers = {
  element_address: s.text,
  label: s.text,
  input_type: s.oneOf(...INPUT_TYPES),
  options: s.list(s.text),
  default_value: s.fieldValue,
  order_number: s.nullable(s.integer),
  drawing_ref: s.boolean,
  drawing_ref_locator: s.nullable(s.text),
  starting_disposition: s.nullable(s.oneOf(...STARTING_DISPOSITIONS)),
  constraint: s.nullable(s.oneOf(...CONSTRAINTS)),
  unit: s.nullable(s.text),
} as const;

/** A datasheet field definition as readers see it. */
export const fieldView = s.named(
  'FieldDefinition',
  s.object({
    id: s.idOf('field'),
    element_id: s.idOf('element'),
    ...fieldMembers,
    starts_deferred: s.boolean,
  }),
);

export const disposition = s.named('Disposition', s.oneOf(...DISPOSITIONS));

/** A datasheet compared with the standard revision that its project pins. */
export const upgradeStatus = s.named('UpgradeStatus', s.oneOf('current', 'needs_upgrade', 'no_revision'));

/** The wiki page and edition a library copy was adopted from (W11). */
export const wikiOrigin = s.named(
  'WikiOrigin',
  s.object({
    standard_id: s.uuidOf('wikiStandard'),
    adopted_revision_id: s.uuidOf('edition'),
  }),
);

/** The number of a page, from 1. */
export const pageNumber = {
  type: 'number',
  integer: true,
  min: 1,
  max: 1_000_000_000,
  default: 1,
  optional: true,
} as const;

/** Maximum rows of a list that is not paged (S12). */
export const MAX_UNPAGED_ROWS = 1_000;

/** Members of such a list other than its rows; `total` also counts the omitted rows. */
export const cappedListMembers = { total: s.integer, truncated: s.boolean } as const;

/** Which side was chosen where both changed the same. */
export const resolvedConflict = <const K extends IdKind>(kind: K) =>
  s.named('ResolvedConflict', s.object({ elementId: s.idOf(kind), choice: s.oneOf('mine', 'theirs') }));

/** What has been deleted. */
export const deletion = <const K extends IdKind>(kind: K) =>
  s.named('Deletion', s.object({ id: s.idOf(kind), deleted: s.boolean }));

/** A member is no member any more; an invitation is no longer valid. */
export const removal = s.named('Removal', s.object({ removed: s.boolean }));
export const withdrawal = s.named('Withdrawal', s.object({ withdrawn: s.boolean }));

/** What something is about, such as an account (`user`), a company, a project or a wiki page. */
export const resourceReference = s.named(
  'ResourceReference',
  s.object({
    type: s.text,
    id: s.nullable({ type: 'multi', rules: [s.integer, s.text] }),
  }),
);

/** Paging of a list. */
export const pageParams = (fallback: number, max: number) =>
  ({
    limit: { type: 'number', integer: true, min: 1, max, default: fallback, optional: true },
    offset: { type: 'number', integer: true, min: 0, default: 0, optional: true },
  }) as const;
