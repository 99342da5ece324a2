/**
 * Endpoints that create a standard, change its name, description or category, and validate markup; and those
 * that open, read, save, discard and publish its working copy.
 */
import { MAX_MARKUP_CHARACTERS } from '../../markup/markup-size.ts';
import { ELEMENT_KINDS } from '../../revisioning/outline/outline.ts';
import { MAX_ELEMENT_CHARACTERS, MAX_ELEMENTS } from '../../revisioning/outline/outline-rules.ts';
import { MAX_OUTLINE_BYTES } from '../../revisioning/outline/outline-size.ts';
import { person, subjectType } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { saveBody } from './save-body-schema.ts';
import {
  createdStandard,
  identityReport,
  severity,
  standardRevisionRow,
  standardVerbose,
  warning,
  workingCopyView,
} from './shapes.ts';

const writeAccess = { group: 'standards', auth: 'key_or_session', mutates: true } as const;
const onStandard = { resource: 'standard', by: 'id' } as const;
const onWorkingCopy = { resource: 'workingCopy', by: 'id' } as const;
const name = s.nameText(300);
const description = { ...s.multilineText, max: 20_000 } as const;
/** A megabyte of markup or an outline of ten thousand clauses. */
const LARGE_BODY_BYTES = 16 * 1024 * 1024;

export const standardEditEndpoints = {
  'standards.create': endpoint({
    ...writeAccess,
    http: 'POST /api/standards',
    summary: 'Creates a standard from scratch',
    description:
      'Opens an empty working copy; nothing is readable to others before the first publish. subject_id defaults to the caller’s own company or account and must be one of these; global needs site:admin, project an editor of that project. category_id and library_id are of the same scope; without library_id the standard goes into the default library of its scope.',
    permissions: ['standard:create'],
    body: {
      name,
      category_id: s.idOf('category'),
      subject_type: subjectType,
      description: s.optional(description),
      library_id: s.optional(s.nullable(s.idOf('library'))),
      subject_id: s.optional(s.nullable(s.idOf('subject'))),
    },
    success: 201,
    location: '/api/standards/{id}',
    returns: createdStandard,
    errors: [
      'QUOTA_EXCEEDED',
      'SUBJECT_NOT_ALLOWED',
      'UNKNOWN_CATEGORY',
      'UNKNOWN_LIBRARY',
      'NAME_TAKEN',
      'PROJECT_ARCHIVED',
    ],
    tool: { toolsets: ['default'] },
    rules: 'R-004 R-028 R-029 R-030 S1 S15 S24 G13',
  }),
  'standards.update': endpoint({
    ...writeAccess,
    http: 'PUT /api/standards/:id',
    summary: 'Changes the name, description or category of a standard',
    description:
      'Omitted members are unchanged. Applies at once, to every revision; the content and its revisions do not change.',
    permissions: ['standard:update'],
    on: onStandard,
    path: { id: s.idOf('standard') },
    body: {
      name: s.optional(name),
      description: s.optional(description),
      category_id: s.optional(s.idOf('category')),
    },
    returns: standardVerbose,
    errors: ['UNKNOWN_CATEGORY', 'NAME_TAKEN', 'PROJECT_ARCHIVED'],
    rules: 'R-028 S24 G13 X10',
  }),
  'standards.edit': endpoint({
    ...writeAccess,
    http: 'POST /api/standards/:id/edit',
    summary: 'Opens the working copy, or returns the open one',
    description:
      'A new working copy starts as a copy of the current revision. There is one per standard, shared by its editors.',
    permissions: ['standard:update'],
    on: onStandard,
    // A stored response would show text that has been withheld since.
    idempotency: 'ignored',
    path: { id: s.idOf('standard') },
    body: {},
    returns: workingCopyView,
    errors: ['QUOTA_EXCEEDED', 'PROJECT_ARCHIVED'],
    tool: { toolsets: ['default'], idempotent: true },
    rules: 'R-109',
  }),
  'standards.workingCopy.get': endpoint({
    ...writeAccess,
    http: 'GET /api/standards/:id/working-copy',
    mutates: false,
    summary: 'Returns the working copy with its version, clauses and fields',
    description:
      '404 when none is open. editedBy and editedAt of a clause are null while it is unchanged since the working copy was opened. A clause whose text is withheld by a moderation hold is sealed: its content is a comment with a token (seal_token), and sealedIdentities lists it; moderation is the notice on the standard.',
    permissions: ['standard:view_drafts'],
    on: onWorkingCopy,
    path: { id: s.idOf('standard') },
    returns: workingCopyView,
    etag: 'version',
    tool: { toolsets: ['default'] },
    rules: 'R-041 R-042 R-043 R-146 R-201 R-242 S6 S23 W14',
  }),
  'standards.workingCopy.save': endpoint({
    ...writeAccess,
    http: 'PUT /api/standards/:id/working-copy',
    summary: 'Saves the working copy: all of it, its fields only, or as markup',
    description: `A full replace deletes every clause that is not sent; under half of the clauses needs confirmReplace. With datasheetElementsOnly only the fields named change. At most ${MAX_ELEMENTS.toLocaleString('en')} clauses, ${MAX_ELEMENT_CHARACTERS.toLocaleString('en')} characters in a clause, ${MAX_MARKUP_CHARACTERS.toLocaleString('en')} in markdown and ${MAX_OUTLINE_BYTES / 2 ** 20} MB in all. A stale baseVersion is 409 EDIT_CONFLICT; metadata.reason is draft_closed when it belongs to a working copy that has been published or discarded. A save that changes nothing returns the same version. A seal sent back alone keeps the withheld clause, also at another address; other words in its place replace the clause by a new one; one that is left out is kept. A seal of another working copy is 409 FOREIGN_SEAL_TOKEN; a seal among other words, or one left out whose address is taken or whose parent is gone, 409 SEALED_CLAUSE. Elements sent without element_id, and markup, keep the identity of the clause whose text they are, by content, label and place; identities says what followed what, and uncertain lists the clauses to look at. warnings lists accepted content that should be reviewed: text_of_another_clause names a clause, sent without its identity, whose text is not a new wording of the one before, with what hangs on it (the clauses below, its fields) and the text that stands there now.`,
    permissions: ['standard:update'],
    on: onWorkingCopy,
    path: { id: s.idOf('standard') },
    body: saveBody,
    bodyLimitBytes: LARGE_BODY_BYTES,
    timeoutMs: 60_000,
    returns: s.named(
      'SavedWorkingCopy',
      s.object({
        standard_id: s.idOf('standard'),
        version: s.text,
        element_count: s.integer,
        field_count: s.integer,
        warnings: s.list(warning),
        identities: s.optional(identityReport),
        merged: s.optional(s.boolean),
        mergedChanges: s.optional(
          s.list(
            s.named(
              'MergedClauseChange',
              s.object({
                elementId: s.idOf('element'),
                address: s.text,
                change: s.oneOf('changed', 'added', 'deleted'),
                editedBy: s.nullable(person),
                editedAt: s.nullable(s.time),
              }),
            ),
          ),
        ),
        workingCopy: s.optional(workingCopyView),
      }),
    ),
    errors: [
      'QUOTA_EXCEEDED',
      'EDIT_CONFLICT',
      'ELEMENTS_REQUIRED',
      'CONFIRM_REPLACE_REQUIRED',
      'MARKUP_ERRORS',
      'FOREIGN_SEAL_TOKEN',
      'SEALED_CLAUSE',
      'PROJECT_ARCHIVED',
    ],
    tool: { toolsets: ['default'] },
    rules:
      'R-038 R-039 R-045 R-046 R-047 R-052 R-053 R-110 R-174 R-181 R-203 R-219 R-223 R-225 R-238 R-242 S4 S5 S16 S22 S23 S26 X7 X8 Y10 D6 G11 G18',
  }),
  'standards.workingCopy.discard': endpoint({
    ...writeAccess,
    http: 'DELETE /api/standards/:id/working-copy',
    summary: 'Discards the working copy',
    description:
      'A standard without a published revision is deleted with it. A merge into it is undone: parent_current_revision_id is as before. This cannot be undone.',
    permissions: ['standard:update'],
    on: onWorkingCopy,
    path: { id: s.idOf('standard') },
    returns: s.object({ standard_id: s.idOf('standard'), discarded: s.boolean, standardDeleted: s.boolean }),
    errors: ['PROJECT_ARCHIVED'],
    rules: 'R-112 R-201 S19',
  }),
  'standards.publish': endpoint({
    ...writeAccess,
    http: 'POST /api/standards/:id/publish',
    summary: 'Publishes the working copy as a sealed, numbered revision',
    description:
      'The first revision is 1.0.0; then severity decides the next code. The revision becomes current and the working copy is closed. With baseVersion a draft that changed since, or was published or discarded meanwhile (metadata.reason draft_closed), is 409 EDIT_CONFLICT and nothing is saved; without it the current version is published. tag_ids replaces the whole tag set; a retired tag may be kept but not added.',
    permissions: ['standard:update', 'standard:revision:save'],
    on: onWorkingCopy,
    path: { id: s.idOf('standard') },
    body: {
      summary: { ...s.multilineText, max: 5_000, default: '', optional: true },
      baseVersion: { type: 'string', max: 200, optional: true },
      severity: { ...severity, anyCase: true, default: 'minor', optional: true },
      tag_ids: { type: 'array', items: s.uuidOf('tag'), max: 200, optional: true },
    },
    returns: s.named(
      'PublishedStandard',
      s.object({
        id: s.idOf('standard'),
        name: s.text,
        revision: standardRevisionRow,
        content_hash: s.text,
        tags: s.list(s.uuidOf('tag')),
      }),
    ),
    errors: ['QUOTA_EXCEEDED', 'EDIT_CONFLICT', 'PROJECT_ARCHIVED'],
    tool: { toolsets: ['default'] },
    rules: 'R-035 R-056 R-057 R-058 R-111 R-182 R-183 R-201 R-203 R-225 R-243 S3 S7 X7 G11',
  }),
  'standards.validateMarkdown': endpoint({
    group: 'standards',
    auth: 'key_or_session',
    mutates: false,
    http: 'POST /api/standards/validate-markdown',
    summary: 'Checks a text in the service’s markup without saving it',
    description:
      'Always 200 for text that could be parsed: errors lists what would prevent a save, the first hundred of errorCount. warnings do not prevent a save; reference_unresolved is a reference to a wiki page that is not published, or to a clause that its current revision does not have. comparison counts the elements by address against the open working copy for those who may see it, else against the current revision. identities says what a save of the text would follow there.',
    permissions: ['standard:read'],
    body: { markdown: s.text, standardId: s.optional(s.nullable(s.idOf('standard'))) },
    bodyLimitBytes: LARGE_BODY_BYTES,
    timeoutMs: 60_000,
    returns: s.named(
      'MarkupValidation',
      s.object({
        ok: s.boolean,
        errors: s.list(
          s.named(
            'MarkupFinding',
            s.object({ line: s.integer, address: s.nullable(s.text), rule: s.text, message: s.text }),
          ),
        ),
        errorCount: s.integer,
        warnings: s.list(
          s.named(
            'MarkupFinding',
            s.object({ line: s.integer, address: s.nullable(s.text), rule: s.text, message: s.text }),
          ),
        ),
        preview: s.object({
          counts: s.recordOf(s.integer),
          elements: s.list(
            s.named(
              'MarkupElement',
              s.object({
                address: s.text,
                kind: s.oneOf(...ELEMENT_KINDS),
                label: s.optional(s.text),
                text: s.text,
              }),
            ),
          ),
          fields: s.list(
            s.named(
              'MarkupField',
              s.object({
                element_address: s.text,
                label: s.text,
                input_type: s.text,
                constraint: s.nullable(s.text),
                default_value: s.fieldValue,
                drawing_ref: s.boolean,
                drawing_ref_locator: s.nullable(s.text),
                starting_disposition: s.nullable(s.text),
                unit: s.nullable(s.text),
              }),
            ),
          ),
          truncated: s.boolean,
        }),
        comparison: s.optional(s.object({ matched: s.integer, new: s.integer, removed: s.integer })),
        hasOpenDraft: s.optional(s.boolean),
        identities: s.optional(identityReport),
      }),
    ),
    errors: ['NOT_FOUND'],
    tool: { toolsets: ['default'] },
    rules: 'R-222 R-234 S22 X9 M G18 Y10 Y17',
  }),
} as const;
