/**
 * Endpoints by which moderators revoke editions or clauses of them, restore them, change a revocation and mark a
 * replacement (decisions A4, W2, W5, W7, W9, W15, Y15).
 */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { moderationLogEntry } from './moderation-log.ts';
import { moderationReasonMembers } from './moderation-reasons.ts';
import { holdDeadlines, revocationEffect } from './revocation-shapes.ts';
import { editionRow } from './shapes.ts';

const on = { resource: 'wikiStandard', by: 'id' } as const;
const editionPath = { id: s.uuidOf('wikiStandard'), adoptedRevId: s.uuidOf('edition') } as const;
const ROLE =
  'Needs the moderator role on the standard, or the global wiki:standard:moderate, which a key must carry in addition to wiki:adoption:revoke.';
const UNAVAILABLE =
  'The response comes once the library applies the decision; 503 while the library is unavailable, and the decision is stored nevertheless.';
const elementAddresses = {
  type: 'array',
  items: { type: 'string', pattern: '^[1-9]\\d{0,3}(?:\\.[1-9]\\d{0,3})*$', max: 100 },
  min: 1,
  max: 500,
  description: 'addresses of clauses of the edition',
} as const;
const matter = {
  matterId: {
    ...s.optional(s.idOf('matter')),
    description:
      'id of an open matter of the edition. What a revocation holds joins it for the same reason_code, and is a separate matter for another one, on clauses that are held already too. A restoration or a change is of this matter alone; every other one stays as it is. Needed where several could be meant',
  },
} as const;
const SEVERAL =
  'Where the request could mean several matters and names none, 409 HOLDS_DIFFER lists them in metadata.matters; an unknown matterId, or one of another edition, is 404.';
const decision = s.named('HoldDecision', s.object({ adoptedRevision: editionRow, moderationLogEntry }));
const editionDecision = s.named(
  'EditionDecision',
  s.object({
    adoptedRevision: editionRow,
    currentAdoptedRevisionRepointed: s.boolean,
    newCurrentAdoptedRevisionId: s.nullable(s.uuidOf('edition')),
    moderationLogEntry,
  }),
);

export const wikiRevocationEndpoints = {
  'wiki.adopted.revoke': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/revoke',
    group: 'wiki',
    summary: 'Revokes an adopted edition',
    description: `Its content and hash stay; the current edition becomes the newest surviving one, or none. legal_compulsion, copyright_notice and suspected_copy withhold the text at once; other reasons begin with a notice, and the text is withheld 30 days after a marked replacement, at latest 90 days after the notice. The page stays readable: edit it, or hide the source revision. ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: { ...matter, ...moderationReasonMembers },
    bodyName: 'EditionHoldInput',
    returns: editionDecision,
    errors: ['ALREADY_REVOKED', 'EDITION_NOT_PUBLISHED', 'NOT_REVOKED'],
    tool: { destructive: true, idempotent: true },
    rules: 'R-139 R-143 R-166 A4 W2 W5 W11 W13 W15 Y15',
  }),
  'wiki.adopted.restore': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/restore',
    group: 'wiki',
    summary: 'Restores a revoked edition',
    description: `The current edition moves forward only. Holds on single clauses stay. ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: { ...matter, ...moderationReasonMembers },
    bodyName: 'EditionHoldInput',
    returns: editionDecision,
    errors: ['NOT_REVOKED'],
    tool: { idempotent: true },
    rules: 'R-140 R-147 R-166 A4 W2 Y15',
  }),
  'wiki.adopted.replacement': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/replacement',
    group: 'wiki',
    summary: 'Marks the edition that replaces a revoked one',
    description: `A published edition of the same standard, which may be older; marking again overwrites, and starts the 30 days anew. It holds for every open revocation of the edition, of clauses too; without one 404. The holders of project:admin of the projects that an upgrade frees now are notified. ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: { replacement_adopted_revision_id: s.uuidOf('edition') },
    returns: s.object({
      effect: revocationEffect,
      deadlines: holdDeadlines,
      eventType: s.oneOf('replacement_marked', 'replacement_changed'),
      moderationLogEntry,
    }),
    errors: ['EDITION_NOT_PUBLISHED', 'REVISION_NOT_ELIGIBLE'],
    tool: { idempotent: true },
    rules: 'R-141 R-166 A4 W5 W9',
  }),
  'wiki.adopted.elements.revoke': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/elements/revoke',
    group: 'wiki',
    summary: 'Puts clauses of an edition under a hold',
    description: `The hold reaches the same clauses in every copy and project that took them from there, and any edition with the same text. The page itself stays readable: edit it, or hide its revision. An address that the edition lacks is 400, a clause under such a hold already 409, unless matterId names a matter and the reason_code is another one. matterId in the response names the matter. ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: { element_addresses: elementAddresses, ...matter, ...moderationReasonMembers },
    bodyName: 'ClauseHoldInput',
    returns: s.object({ adoptedRevision: editionRow, matterId: s.idOf('matter'), moderationLogEntry }),
    errors: ['ALREADY_REVOKED', 'EDITION_NOT_PUBLISHED', 'NOT_REVOKED'],
    extension: true,
    tool: { destructive: true, idempotent: true },
    rules: 'R-147 A4 W2 W5 W7 W13 W15 Y15',
  }),
  'wiki.adopted.elements.restore': endpoint({
    http: 'POST /api/wiki/standards/:id/adopted/:adoptedRevId/elements/restore',
    group: 'wiki',
    summary: 'Lifts the hold on clauses of an edition',
    description: `An address that the edition lacks is 400, a clause without such a hold 409. ${SEVERAL} ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: { element_addresses: elementAddresses, ...matter, ...moderationReasonMembers },
    bodyName: 'ClauseHoldInput',
    returns: decision,
    errors: ['NOT_REVOKED', 'HOLDS_DIFFER'],
    extension: true,
    tool: { idempotent: true },
    rules: 'R-147 A4 W2 W7 W15 Y15',
  }),
  'wiki.adopted.revocation.update': endpoint({
    http: 'PATCH /api/wiki/standards/:id/adopted/:adoptedRevId/revocation',
    group: 'wiki',
    summary: 'Changes the level of an open revocation, or narrows its scope',
    description: `level 1 or 2 either way; the 90 days of notice begin anew with level 1. element_addresses: the clauses that stay held. A revoked edition is thereby restored except for them; among held clauses the others are lifted. The scope only shrinks: an address that is not held is 400. Other matters of the edition stay as they are. ${SEVERAL} ${UNAVAILABLE} ${ROLE}`,
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    on,
    mutates: true,
    path: editionPath,
    body: {
      level: s.optional(s.oneOf(1, 2)),
      element_addresses: s.optional(elementAddresses),
      ...matter,
      ...moderationReasonMembers,
    },
    returns: s.object({ adoptedRevision: editionRow, moderationLogEntries: s.list(moderationLogEntry) }),
    errors: ['NOTHING_TO_CHANGE', 'HOLDS_DIFFER'],
    extension: true,
    rules: 'R-143 A4 W2 W5 W7 W15 Y15',
  }),
} as const;
