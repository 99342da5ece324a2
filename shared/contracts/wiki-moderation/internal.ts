/**
 * Contract of the internal action that gives identity the roles of the caller on wiki pages, for whoami.
 * Other internal actions are in `adoption.ts`, `errata.ts` and `references.ts`.
 */
import { internalAction } from '../endpoint.ts';
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
} as const;
