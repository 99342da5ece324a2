/**
 * Schemas of standards as read: compact, verbose and full forms, revisions, working copies, libraries, tags; and of
 * the warnings and the identity report of a save (decisions S2, S6, S22). Those of categories are in
 * `../category-shapes.ts`.
 */
import { SEVERITIES } from '../../revisioning/outline/revision-codes.ts';
import {
  allowedActionIds,
  elementView,
  fieldView,
  idAndName,
  person,
  revisionRef,
  subjectType,
  wikiOrigin,
} from '../common-shapes.ts';
import * as s from '../schema.ts';

/** major, minor or patch. */
export const severity = s.named('RevisionSeverity', s.oneOf(...SEVERITIES));

const scope = s.named(
  'Scope',
  s.object({ subject_type: subjectType, subject_id: s.nullable(s.idOf('subject')) }),
);

const compact = {
  id: s.idOf('standard'),
  name: s.text,
  description: s.text,
  scope,
  library: s.nullable(idAndName('library')),
  category: s.nullable(idAndName('category')),
  current_revision: s.nullable(revisionRef),
} as const;

/** The members with `format=compact`. */
export const standardCompact = s.named('StandardSummary', s.object(compact));

const verbose = {
  ...compact,
  category_id: s.nullable(s.idOf('category')),
  library_id: s.nullable(s.idOf('library')),
  subject_type: subjectType,
  subject_id: s.nullable(s.idOf('subject')),
  /** The tags of the current revision. */
  tags: s.list(s.uuidOf('tag')),
  /** Hash of the revision shown; null before the first. */
  content_hash: s.nullable(s.text),
  deprecated: s.boolean,
  deprecated_at: s.nullable(s.time),
  deprecated_reason: s.nullable(s.text),
  customized_from_revision_id: s.nullable(s.idOf('standardRevision')),
  parent_current_revision_id: s.nullable(s.idOf('standardRevision')),
  last_seen_source_revision_id: s.nullable(s.idOf('standardRevision')),
  wiki: s.nullable(wikiOrigin),
  /** Null for a revision from an adopted edition, which the service itself created. */
  created_by: s.nullable(person),
  created_at: s.time,
  updated_by: s.nullable(person),
  updated_at: s.time,
} as const;

/** A standard without its clauses: a row of a list, the result of a change of its name. */
export const standardVerbose = s.named('Standard', s.object(verbose));

/** A standard just created, with the working copy that was opened for it. */
export const createdStandard = s.named(
  'CreatedStandard',
  s.object({ ...verbose, working_copy: s.object({ version: s.text }) }),
);

export const standardRevisionRow = s.named(
  'StandardRevision',
  s.object({
    id: s.idOf('standardRevision'),
    code: s.text,
    ordinal: s.integer,
    severity,
    summary: s.text,
    tags: s.list(s.uuidOf('tag')),
    content_hash: s.text,
    element_count: s.integer,
    field_count: s.integer,
    /** Whether it is the standard's current revision. */
    current: s.boolean,
    wiki: s.nullable(wikiOrigin),
    /** Who published it: a revision is created by publishing. */
    created_by: s.nullable(person),
    created_at: s.time,
  }),
);

/** A standard with the content of one of its revisions. */
export const standardFull = s.named(
  'StandardWithContent',
  s.object({
    ...verbose,
    revision: s.nullable(standardRevisionRow),
    elements: s.list(elementView),
    datasheet_elements: s.list(fieldView),
    allowed_actions: allowedActionIds,
  }),
);

/** A standard as its fields only, for the assistant. */
export const standardFields = s.named(
  'StandardFields',
  s.object({
    id: s.idOf('standard'),
    name: s.text,
    revision: s.nullable(revisionRef),
    fields: s.list(
      s.object({
        id: s.idOf('field'),
        address: s.text,
        label: s.text,
        input_type: s.text,
        options: s.list(s.text),
        default_value: s.fieldValue,
      }),
    ),
  }),
);

/** A catalogue in OSCAL: the model of NIST says what is in it. */
export const standardCatalogue = s.named('StandardCatalogue', s.object({ catalog: s.anyObject }));

export const standardMarkdown = s.named('StandardMarkdown', s.object({ markdown: s.text }));

/** A clause of a working copy. */
const draftElement = s.named(
  'WorkingCopyElement',
  s.object({
    ...elementView.props,
    /** The merge key of the clause; HTTP callers only. */
    hash: s.optional(s.text),
    /** Null while the clause is as it was when the draft was opened. */
    editedBy: s.nullable(person),
    editedAt: s.nullable(s.time),
    sealed: s.optional(s.boolean),
    seal_token: s.optional(s.text),
  }),
);

export const workingCopyView = s.named(
  'WorkingCopy',
  s.object({
    standard_id: s.idOf('standard'),
    /** Opaque; sent back as `baseVersion`. */
    version: s.text,
    /** The revision it was opened from; null for a standard that has none yet. */
    opened_from: s.nullable(revisionRef),
    opened_by: s.nullable(person),
    opened_at: s.time,
    /** The last save; null before the first. */
    editedBy: s.nullable(person),
    editedAt: s.nullable(s.time),
    elements: s.list(draftElement),
    datasheet_elements: s.list(fieldView),
    sealedIdentities: s.list(
      s.named(
        'SealedIdentity',
        s.object({ element_id: s.idOf('element'), address: s.text, seal_token: s.text }),
      ),
    ),
    /** In a repeated answer only: the revision that the working copy became, with whose content it is shown. */
    published: s.optional(revisionRef),
    /** The standard-level notice; present under a hold only. */
    moderation: s.optional(
      s.named(
        'StandardNotice',
        s.object({
          /** The strictest of its clauses. */
          level: s.oneOf(1, 2),
          reason_code: s.nullable(s.text),
          notice_at: s.time,
          scope: s.oneOf('clauses', 'edition', 'standard'),
          held_clause_count: s.integer,
        }),
      ),
    ),
  }),
);

/** What stays with a clause whatever its text becomes: the clauses below it, the labels of its fields. */
export const attached = s.named(
  'AttachedContent',
  s.object({ clauses: s.list(s.text), fields: s.list(s.text) }),
);

/** A warning about a submission that was accepted. */
export const warning = s.named(
  'SaveWarning',
  s.object({
    path: s.optional(s.text),
    line: s.optional(s.integer),
    address: s.nullable(s.text),
    rule: s.text,
    message: s.text,
    /** Of text_of_another_clause: the clause, what hangs on it, and the text that stands there now. */
    element_id: s.optional(s.idOf('element')),
    attached: s.optional(attached),
    text: s.optional(s.text),
  }),
);

const followedClause = s.named(
  'FollowedClause',
  s.object({
    elementId: s.idOf('element'),
    from: s.text,
    to: s.text,
    /** Of a clause that moved. */
    by: s.optional(s.oneOf('identity', 'text', 'label', 'likeness', 'clauses_below')),
    /** Of an uncertain one: the share of equal words, and whether it is taken for the clause before. */
    likeness: { type: 'number', min: 0, max: 1, optional: true },
    followed: s.optional(s.boolean),
  }),
);

/** What became of the clauses when elements were sent without their identities. */
export const identityReport = s.named(
  'IdentityReport',
  s.object({
    /** The number of clauses that are where they were. */
    kept: s.integer,
    moved: s.list(followedClause),
    /** Addresses. */
    new: s.list(s.text),
    deleted: s.list(s.object({ elementId: s.idOf('element'), address: s.text })),
    /** One that is not followed counts as deleted, and the clause at `to` as new. */
    uncertain: s.list(followedClause),
  }),
);

export const libraryView = s.named(
  'Library',
  s.object({
    id: s.idOf('library'),
    name: s.text,
    description: s.text,
    subject_type: subjectType,
    subject_id: s.nullable(s.idOf('subject')),
    /** The library of a standard in this scope without a library_id. */
    is_default: s.boolean,
  }),
);

export const tagView = s.named(
  'Tag',
  s.object({
    id: s.uuidOf('tag'),
    name: s.text,
    group: s.nullable(s.text),
    active: s.boolean,
  }),
);
