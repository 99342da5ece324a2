/**
 * Schemas of standards as read: compact, verbose and full forms, revisions, working copies, categories,
 * libraries, tags; and of the warnings of a save (document 1; decisions S2, S6, S22).
 */
import { SEVERITIES } from '../../revisioning/revision-codes.ts';
import {
  elementView,
  fieldView,
  idAndName,
  person,
  revisionRef,
  subjectType,
  wikiOrigin,
} from '../common-shapes.ts';
import {
  anyValue,
  boolean,
  idOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuidOf,
} from '../schema.ts';

/** major, minor or patch. */
export const severity = oneOf(...SEVERITIES);

const scope = object({ subject_type: subjectType, subject_id: nullable(idOf('subject')) });

const compact = {
  id: idOf('standard'),
  name: text,
  description: text,
  scope,
  library: nullable(idAndName('library')),
  category: nullable(idAndName('category')),
  current_revision: nullable(revisionRef),
} as const;

/** The members with `format=compact`. */
export const standardCompact = object(compact);

const verbose = {
  ...compact,
  category_id: nullable(idOf('category')),
  library_id: nullable(idOf('library')),
  subject_type: subjectType,
  subject_id: nullable(idOf('subject')),
  /** The tags of the current revision. */
  tags: list(uuidOf('tag')),
  /** Hash of the revision shown; null before the first. */
  content_hash: nullable(text),
  deprecated: boolean,
  deprecated_at: nullable(time),
  deprecated_reason: nullable(text),
  customized_from_revision_id: nullable(idOf('standardRevision')),
  parent_current_revision_id: nullable(idOf('standardRevision')),
  last_seen_source_revision_id: nullable(idOf('standardRevision')),
  wiki: nullable(wikiOrigin),
  /** Null for a revision from an adopted edition, which the service itself created. */
  created_by: nullable(person),
  created_at: time,
  updated_by: nullable(person),
  updated_at: time,
} as const;

/** A standard without its clauses: a row of a list, the result of a change of its name. */
export const standardVerbose = object(verbose);

/** A standard just created, with the working copy that was opened for it. */
export const createdStandard = object({ ...verbose, working_copy: object({ version: text }) });

export const standardRevisionRow = object({
  id: idOf('standardRevision'),
  code: text,
  ordinal: integer,
  severity,
  summary: text,
  tags: list(uuidOf('tag')),
  content_hash: text,
  element_count: integer,
  field_count: integer,
  /** Whether it is the standard's current revision. */
  current: boolean,
  wiki: nullable(wikiOrigin),
  created_by: nullable(person),
  created_at: time,
});

/** A standard with the content of one of its revisions. */
export const standardFull = object({
  ...verbose,
  revision: nullable(standardRevisionRow),
  elements: list(elementView),
  datasheet_elements: list(fieldView),
});

/** A standard as its fields only, for the assistant. */
export const standardFields = object({
  id: idOf('standard'),
  name: text,
  revision: nullable(revisionRef),
  fields: list(
    object({
      id: idOf('field'),
      address: text,
      label: text,
      input_type: text,
      options: list(text),
      default_value: anyValue,
    }),
  ),
});

export const standardMarkdown = object({ markdown: text });

/** A clause of a working copy. */
const draftElement = object({
  ...elementView.props,
  /** The merge key of the clause; HTTP callers only. */
  hash: optional(text),
  /** Null while the clause is as it was when the draft was opened. */
  editedBy: nullable(person),
  editedAt: nullable(time),
  sealed: optional(boolean),
  seal_token: optional(text),
});

export const workingCopyView = object({
  standard_id: idOf('standard'),
  /** Opaque; sent back as `baseVersion`. */
  version: text,
  /** The revision it was opened from; null for a standard that has none yet. */
  opened_from: nullable(revisionRef),
  opened_by: nullable(person),
  opened_at: time,
  /** The last save; null before the first. */
  editedBy: nullable(person),
  editedAt: nullable(time),
  elements: list(draftElement),
  datasheet_elements: list(fieldView),
  sealedIdentities: list(object({ element_id: idOf('element'), address: text, seal_token: text })),
  /** In a repeated answer only: the revision that the working copy became, with whose content it is shown. */
  published: optional(revisionRef),
  /** The standard-level notice; present under a hold only. */
  moderation: optional(
    object({
      /** The strictest of its clauses. */
      level: oneOf(1, 2),
      reason_code: nullable(text),
      notice_at: time,
      scope: oneOf('clauses', 'edition', 'standard'),
      held_clause_count: integer,
    }),
  ),
});

/** What stays with a clause whatever its text becomes: the clauses below it, the labels of its fields. */
export const attached = object({ clauses: list(text), fields: list(text) });

/** A warning about a submission that was accepted. */
export const warning = object({
  path: optional(text),
  line: optional(integer),
  address: nullable(text),
  rule: text,
  message: text,
  /** Of text_of_another_clause: the clause, what hangs on it, and the text that stands there now. */
  element_id: optional(idOf('element')),
  attached: optional(attached),
  text: optional(text),
});

export const categoryView = object({
  id: idOf('category'),
  name: text,
  description: text,
  subject_type: subjectType,
  subject_id: nullable(idOf('subject')),
  parent_id: nullable(idOf('category')),
  sort_order: integer,
});

export const libraryView = object({
  id: idOf('library'),
  name: text,
  description: text,
  subject_type: subjectType,
  subject_id: nullable(idOf('subject')),
  /** The library of a standard in this scope without a library_id. */
  is_default: boolean,
});

export const tagView = object({ id: uuidOf('tag'), name: text, group: nullable(text), active: boolean });
