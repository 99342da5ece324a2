/**
 * Contracts of the internal actions that give identity the roles of the caller on wiki pages and what waits there, and
 * standards the published pages and clauses that references name (decisions W10, Y17). Others are in `adoption.ts`
 * and `errata.ts`.
 */
import { internalAction } from '../endpoint.ts';
import { inboxLength, inboxPart } from '../inbox-shapes.ts';
import { WIKI_STANDARD_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

export const wikiInternalActions = {
  'wiki.roles': internalAction({
    group: 'wiki',
    mutates: false,
    calledBy: ['identity'],
    summary: 'The wiki standards on which the caller has a role, active or not, for whoami',
    params: {},
    returns: s.object({
      roles: s.list(s.object({ standard_id: s.uuid, role: s.oneOf(...WIKI_STANDARD_ROLES) })),
      truncated: s.boolean,
    }),
  }),
  'wiki.inbox': internalAction({
    group: 'wiki',
    mutates: false,
    calledBy: ['identity'],
    summary:
      'Open moderation matters of the pages that the caller moderates, and proposed editions of those it has a role on, newest first',
    params: { limit: inboxLength },
    returns: inboxPart,
  }),
} as const;

const pageAddress = { library_slug: s.text, slug: s.text } as const;

export const wikiReferenceActions = {
  'wiki.references.resolve': internalAction({
    group: 'wiki',
    mutates: false,
    calledBy: ['standards'],
    summary:
      'The published pages at these addresses, each with those of the named clauses that its current revision has; unknown, archived and retired pages are left out',
    params: { addresses: s.list(s.object({ ...pageAddress, clauses: s.optional(s.list(s.text)) })) },
    returns: s.object({
      pages: s.list(s.object({ ...pageAddress, id: s.uuid, title: s.text, clauses: s.list(s.text) })),
    }),
  }),
} as const;
