/** Endpoints that propose an edition, and publish or cancel the proposal (decisions A21, W7). */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { adoptionResult, editionRow } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;
const editionPath = { id: s.uuidOf('wikiStandard'), adoptedRevId: s.uuidOf('edition') } as const;

const proposedEdition = s.named('ProposedRevision', s.object({ adoptedRevision: editionRow }));

export const wikiProposalEndpoints = {
  'wiki.adopted.propose': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/propose',
    group: 'wiki',
    summary: 'Proposes a revision as an edition',
    description:
      'The edition has the status review and is seen only by adopters and moderators of the standard, until it is published or cancelled. Default: the current revision. The same roles and refusals as for direct-adopt.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:adopt'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: { sourceRevisionId: s.optional(s.uuidOf('wikiRevision')) },
    bodyName: 'SourceRevisionInput',
    success: 201,
    location: '/api/wiki/standards/:id/adopted/{adoptedRevision.revision_number}',
    returns: proposedEdition,
    errors: [
      'REVISION_HIDDEN',
      'UNPARSEABLE_SOURCE',
      'ALREADY_ARCHIVED',
      'STANDARD_UNDER_MODERATION_NOTICE',
      'CLAUSE_UNDER_MODERATION_NOTICE',
    ],
    extension: true,
    rules: 'A4 A21 W3 W7',
  }),
  'wiki.adopted.publish': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/publish',
    group: 'wiki',
    summary: 'Publishes a proposed edition',
    description:
      'It becomes the current edition unless a later one has been published since; the library copy follows in the background. Only an edition with the status review; else 409.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:adopt'],
    on,
    mutates: true,
    path: editionPath,
    body: {},
    returns: adoptionResult,
    errors: [
      'EDITION_NOT_IN_REVIEW',
      'ALREADY_ARCHIVED',
      'REVISION_HIDDEN',
      'STANDARD_UNDER_MODERATION_NOTICE',
      'CLAUSE_UNDER_MODERATION_NOTICE',
    ],
    extension: true,
    tool: { idempotent: true },
    rules: 'A4 A21 W3 W7',
  }),
  'wiki.adopted.cancel': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/cancel',
    group: 'wiki',
    summary: 'Cancels a proposed edition',
    description:
      'It stays listed for adopters and moderators. Only an edition with the status review; else 409.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:adopt'],
    on,
    mutates: true,
    path: editionPath,
    body: {},
    returns: proposedEdition,
    errors: ['EDITION_NOT_IN_REVIEW'],
    extension: true,
    tool: { destructive: true, idempotent: true },
    rules: 'A4 A21 W7',
  }),
} as const;
