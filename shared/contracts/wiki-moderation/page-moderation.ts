/**
 * Endpoints that moderate a wiki page: archive, title, slug, and hidden revisions. Each leaves an entry in the public
 * log (decisions A4, W2, W11, W12, W16; R-170).
 */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { moderationLogEntry } from './moderation-log.ts';
import { moderationReasonMembers } from './moderation-reasons.ts';
import { editionRef, slug, wikiPageRow, wikiRevisionRow } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;
const moderatedPage = s.named(
  'ModeratedWikiStandard',
  s.object({ standard: wikiPageRow, moderationLogEntry }),
);

const revisionPath = { id: s.uuidOf('wikiStandard'), revId: s.uuidOf('wikiRevision') } as const;
const moderatedRevision = s.named(
  'ModeratedRevision',
  s.object({
    revision: wikiRevisionRow,
    currentRevisionRepointed: s.boolean,
    /** Null unless the pointer moved. */
    newCurrentRevisionId: s.nullable(s.uuidOf('wikiRevision')),
    moderationLogEntry,
    /** Of a hidden one. */
    activeAdoption: s.optional(s.nullable(editionRef)),
  }),
);

export const pageModerationEndpoints = {
  'wiki.moderation.archive': endpoint({
    http: 'POST /api/wiki/standards/:id/archive',
    group: 'wiki',
    summary: 'Archives a wiki standard',
    description:
      'From then on it is 404 for all but its moderators. Its editions stay in the libraries. reason_note is required with other, merge_target_standard_id, a published standard, with merged_into.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:archive'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: { ...moderationReasonMembers, merge_target_standard_id: s.optional(s.uuidOf('wikiStandard')) },
    returns: moderatedPage,
    errors: ['ALREADY_ARCHIVED'],
    tool: { destructive: true, idempotent: true },
    rules: 'A4 W2 R-170 R-247',
  }),
  'wiki.moderation.restore': endpoint({
    http: 'POST /api/wiki/standards/:id/restore',
    group: 'wiki',
    summary: 'Publishes an archived wiki standard again',
    auth: 'key_or_session',
    permissions: ['wiki:standard:archive'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: moderationReasonMembers,
    bodyName: 'ModerationReasonInput',
    returns: moderatedPage,
    errors: ['NOT_ARCHIVED'],
    tool: { idempotent: true },
    rules: 'A4 W2 R-170 R-247 R-248',
  }),
  'wiki.moderation.titleReset': endpoint({
    http: 'POST /api/wiki/standards/:id/title-reset',
    group: 'wiki',
    summary: 'Sets the title of a wiki standard to that of one of its revisions',
    description:
      'The title is that of the frontmatter of the source revision; without one 422. A hidden source is 409, as is one with the current title. The entry of the log has neither title. An edit that leaves the title of its text as it was does not bring the earlier title back.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:moderate'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: { source_revision_id: s.uuidOf('wikiRevision'), ...moderationReasonMembers },
    returns: moderatedPage,
    errors: ['REVISION_HIDDEN', 'TITLE_UNCHANGED', 'MARKUP_ERRORS'],
    tool: { destructive: true, idempotent: true },
    rules: 'A4 W2 W11 R-170 R-247',
  }),
  'wiki.moderation.slugRetire': endpoint({
    http: 'POST /api/wiki/standards/:id/slug/retire',
    group: 'wiki',
    summary: 'Moves a wiki standard to a new slug and retires the old one for good',
    description:
      'The old path answers 410 and does not redirect, and no standard gets it again. There is no undo. The entry of the log has neither slug. Site administrators only.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:retire_slug'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: { new_slug: slug, ...moderationReasonMembers },
    returns: moderatedPage,
    errors: ['SLUG_TAKEN'],
    tool: { destructive: true },
    rules: 'A4 G15 W2 W7 W16 R-170 R-247',
  }),
  'wiki.moderation.revisionHide': endpoint({
    http: 'POST /api/wiki/standards/:id/revisions/:revId/hide',
    group: 'wiki',
    summary: 'Hides a revision of a wiki standard',
    description:
      'If it is the current one, the newest revision that is not hidden becomes current. A hidden revision is 409, as is the one that the title of the standard comes from: reset the title first. activeAdoption is the newest edition made from it that is published and not revoked; it stays.',
    auth: 'key_or_session',
    permissions: ['wiki:revision:hide'],
    on,
    mutates: true,
    path: revisionPath,
    body: moderationReasonMembers,
    bodyName: 'ModerationReasonInput',
    returns: moderatedRevision,
    errors: ['REVISION_HIDDEN', 'TITLE_IN_USE'],
    tool: { destructive: true, idempotent: true },
    rules: 'A4 W1 W2 W11 R-170 R-247',
  }),
  'wiki.moderation.revisionRestore': endpoint({
    http: 'POST /api/wiki/standards/:id/revisions/:revId/restore',
    group: 'wiki',
    summary: 'Shows a hidden revision of a wiki standard again',
    description:
      'The newest revision that is not hidden becomes current. The title of the standard stays. A visible revision is 409.',
    auth: 'key_or_session',
    permissions: ['wiki:revision:hide'],
    on,
    mutates: true,
    path: revisionPath,
    body: moderationReasonMembers,
    bodyName: 'ModerationReasonInput',
    returns: moderatedRevision,
    errors: ['REVISION_NOT_HIDDEN'],
    tool: { idempotent: true },
    rules: 'A4 W2 W12 R-170 R-247 R-248',
  }),
} as const;
