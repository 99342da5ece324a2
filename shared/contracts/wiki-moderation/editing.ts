/**
 * Endpoints that check wiki markdown, edit a wiki page, revert it, and compare two of its revisions (decisions W1,
 * W10, W12).
 */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { wikiPageView, wikiRevisionRef } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;

/** A revision in a path: its UUID or its number (W1). */
const revisionInPath = {
  type: 'string',
  max: 64,
  idKind: 'wikiRevision',
  description: 'the id of a revision of this standard, or its number',
} as const;

export const wikiEditingEndpoints = {
  'wiki.standards.validate': endpoint({
    http: 'POST /api/wiki/standards/validate',
    group: 'wiki',
    summary: 'Checks wiki markdown without saving it',
    description:
      'Content with errors is also 200, with hasBlocking true. A blocking finding stops a create or an edit, an advisory one does not; the first 100 of each are returned. line counts in the whole content. categoryId or standardId names the library: then the category of the frontmatter is checked, and references that name no published standard, or a clause that its current revision does not have, are advisory findings. With standardId impact lists every clause of the current revision that the content lacks: removed, relocated to another address (movedTo), or reoccupied, its address now holding a different requirement; it is null while the content has errors. An unreadable standardId is 404.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:create'],
    mutates: false,
    body: {
      content: s.multilineText,
      categoryId: s.optional(s.uuidOf('wikiCategory')),
      standardId: s.optional(s.uuidOf('wikiStandard')),
    },
    returns: s.object({
      findings: s.list(
        s.object({
          rule: s.text,
          severity: s.oneOf('blocking', 'advisory'),
          line: s.integer,
          field: s.text,
          message: s.text,
        }),
      ),
      hasBlocking: s.boolean,
      impact: s.optional(
        s.nullable(
          s.object({
            removedClauses: s.list(
              s.object({
                address: s.text,
                disposition: s.oneOf('removed', 'relocated', 'reoccupied'),
                movedTo: s.optional(s.text),
              }),
            ),
          }),
        ),
      ),
    }),
    errors: ['UNKNOWN_CATEGORY', 'NOT_FOUND'],
    rules: 'R-094 W1 W10 H17 Y17',
  }),
  'wiki.standards.update': endpoint({
    http: 'PUT /api/wiki/standards/:id',
    group: 'wiki',
    summary: 'Edits a wiki standard, as a new revision',
    description:
      'baseRevisionId is the current revision that was read. Another one is 409 EDIT_CONFLICT with the current revision, who saved it and when, and nothing is saved or blended. Title, description and category are those of the frontmatter; frontmatter without a title is 422. Content without frontmatter keeps them, and they are written into it. tag_ids is the complete set of the new revision; omitted keeps the tags, an empty list clears them. The address does not change.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:edit'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: {
      content: s.multilineText,
      baseRevisionId: s.uuidOf('wikiRevision'),
      editSummary: { ...s.multilineText, max: 1000, default: '', optional: true },
      tag_ids: { type: 'array', items: s.uuidOf('tag'), max: 50, optional: true },
    },
    strictBody: true,
    returns: wikiPageView,
    errors: ['EDIT_CONFLICT', 'MARKUP_ERRORS', 'UNKNOWN_CATEGORY', 'ALREADY_ARCHIVED'],
    tool: { destructive: false },
    rules: 'R-094 R-166 W1 W10 G5 H17',
  }),
  'wiki.standards.revert': endpoint({
    http: 'POST /api/wiki/standards/:id/revert/:revId',
    group: 'wiki',
    summary: 'Makes a new revision with the content and tags of an older one',
    description:
      'Title, description and tags are those of the older revision, and its category while that exists. A hidden revision is 404, for moderators of the standard 409. A text that cannot be read as a standard is 422 with the findings.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:edit'],
    on,
    mutates: true,
    idempotency: 'current',
    path: { id: s.uuidOf('wikiStandard'), revId: s.uuidOf('wikiRevision') },
    success: 201,
    location: '/api/wiki/standards/:id/revisions/{current_revision.id}',
    returns: wikiPageView,
    errors: ['REVISION_HIDDEN', 'UNPARSEABLE_SOURCE', 'ALREADY_ARCHIVED'],
    rules: 'R-095 W12 G1',
  }),
  'wiki.revisions.diff': endpoint({
    http: 'GET /api/wiki/standards/:id/diff/:fromRev/:toRev',
    group: 'wiki',
    summary: 'Compares two revisions of a wiki standard, line by line',
    description:
      'Both documents, hunks with up to three unchanged lines around each change, the counts of added and removed lines, and the same as a unified diff. Revisions are named by id or number. Where two texts have very little in common, a block of lines counts as replaced as a whole: approximate true. Hunks and patch have at most 20,000 lines and 250,000 characters, cut after a whole hunk: truncated true; stats count all lines. A hidden revision is 404 for all but moderators of the standard.',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard'), fromRev: revisionInPath, toRev: revisionInPath },
    returns: s.named(
      'WikiRevisionDiff',
      s.object({
        from: s.named('WikiRevisionText', s.object({ ...wikiRevisionRef.props, content: s.text })),
        to: s.named('WikiRevisionText', s.object({ ...wikiRevisionRef.props, content: s.text })),
        hunks: s.list(
          s.named(
            'DiffHunk',
            s.object({
              fromLine: s.integer,
              fromCount: s.integer,
              toLine: s.integer,
              toCount: s.integer,
              blocks: s.list(
                s.object({ type: s.oneOf('unchanged', 'removed', 'added'), lines: s.list(s.text) }),
              ),
            }),
          ),
        ),
        stats: s.object({ added: s.integer, removed: s.integer }),
        patch: s.text,
        approximate: s.boolean,
        truncated: s.boolean,
      }),
    ),
    etag: 'bytes',
    rules: 'R-095 R-157 W1 H20',
  }),
} as const;
