/**
 * Endpoints that list, read, preview and create adopted editions, the citable versions of a wiki page (decisions W3,
 * W11, W12), and the internal action that names the current editions.
 */
import { cappedListMembers } from '../common-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';
import { adoptionResult, editionRow, editionView, wikiRevisionRef } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;

export const wikiAdoptionEndpoints = {
  'wiki.adopted.list': endpoint({
    http: 'GET /api/wiki/standards/:id/adopted',
    group: 'wiki',
    summary: 'Lists the adopted editions of a wiki standard, newest first',
    description:
      'Revoked editions are omitted, except for moderators of the standard, who also see the effect of open revocations; proposed and cancelled ones, except for adopters and moderators. syncStatus is the progress of the library copy. Capped at 1,000 (truncated: true).',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    etag: 'bytes',
    returns: s.object({ adopted_revisions: s.list(editionRow), ...cappedListMembers }),
    rules: 'R-096 R-157 W3 W5 W11',
  }),
  'wiki.adopted.get': endpoint({
    http: 'GET /api/wiki/standards/:id/adopted/:revNum',
    group: 'wiki',
    summary: 'Returns one adopted edition by its number',
    description:
      'revNum counts the editions of the standard. The content and its hash never change. A revoked edition is 404 for all but moderators, a proposed or cancelled one for all but adopters and moderators. held_clauses are under a moderation notice; at level 2 their text is withheld, from moderators too.',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard'), revNum: s.idOf('editionNumber') },
    returns: editionView,
    etag: 'bytes',
    markdown: { member: 'content' },
    rules: 'R-096 R-157 W11 W13 W14',
  }),
  'wiki.standards.directAdopt': endpoint({
    http: 'POST /api/wiki/standards/:id/direct-adopt',
    group: 'wiki',
    summary: 'Adopts a revision as the citable edition',
    description:
      'Makes a published edition at once; the library copy follows in the background and is tried again on failure. Needs the adopter role on the standard, or the global wiki:standard:moderate, which a key must carry in addition to wiki:standard:adopt. Default: the current revision. A hidden revision is 409, text under a moderation hold too, one that cannot be read as a standard 422 with the findings. Adopting the revision of the current edition once more makes no second edition, unless the title was reset since: it brings the library copy in line again.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:adopt'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: { sourceRevisionId: s.optional(s.uuidOf('wikiRevision')) },
    bodyName: 'SourceRevisionInput',
    success: 201,
    location: '/api/wiki/standards/:id/adopted/{adoptedRevision.revision_number}',
    returns: adoptionResult,
    errors: [
      'REVISION_HIDDEN',
      'UNPARSEABLE_SOURCE',
      'ALREADY_ARCHIVED',
      'STANDARD_UNDER_MODERATION_NOTICE',
      'CLAUSE_UNDER_MODERATION_NOTICE',
    ],
    rules: 'R-011 R-161 R-162 R-163 R-166 R-175 A4 W3 W11 W12',
  }),
} as const;

export const currentEditionActions = {
  'wiki.currentEditions': internalAction({
    group: 'wiki',
    mutates: false,
    calledBy: ['standards'],
    summary: 'The current edition of each of these pages; archived pages and those without one are left out',
    params: { standard_ids: s.list(s.uuid) },
    returns: s.object({ editions: s.list(s.object({ standard_id: s.uuid, adopted_revision_id: s.uuid })) }),
  }),
} as const;

export const wikiAdoptionPreviewEndpoints = {
  'wiki.standards.previewAdoption': endpoint({
    http: 'POST /api/wiki/standards/:id/preview-adoption',
    group: 'wiki',
    summary: 'Previews the adoption of a revision, without adopting it',
    description:
      'Default: the latest revision that is not hidden. A revision that cannot be read as a standard is 200 with isParseable false and the findings. isNew: the standard has no edition yet. categoryPathError: the text names a category that the library lacks; the edition would have none. The same roles as for direct-adopt.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:adopt'],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    body: { sourceRevisionId: s.optional(s.uuidOf('wikiRevision')) },
    bodyName: 'SourceRevisionInput',
    returns: s.named(
      'AdoptionPreview',
      s.object({
        sourceRevision: wikiRevisionRef,
        isParseable: s.boolean,
        errors: s.list(
          s.named(
            'MarkupProblem',
            s.object({
              path: s.text,
              line: s.integer,
              address: s.nullable(s.text),
              rule: s.text,
              message: s.text,
            }),
          ),
        ),
        elementCount: s.integer,
        datasheetCount: s.integer,
        resolvedCategoryPath: s.list(s.text),
        categoryPathError: s.nullable(s.text),
        isNew: s.boolean,
      }),
    ),
    errors: ['REVISION_HIDDEN'],
    rules: 'R-161 R-162 A4 W10 W12',
  }),
} as const;
