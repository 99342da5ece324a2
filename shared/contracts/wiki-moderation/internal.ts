/**
 * Contract of the internal action that gives identity the roles of the caller on wiki pages, for whoami.
 * Other internal actions are in `adoption.ts`, `errata.ts` and `references.ts`.
 */
import { internalAction } from '../endpoint.ts';
import { WIKI_STANDARD_ROLES } from '../permissions.ts';
import { boolean, list, object, oneOf, uuid } from '../schema.ts';

export const wikiInternalActions = {
  'wiki.roles': internalAction({
    calledBy: ['identity'],
    summary: 'The wiki standards on which the caller has a role, active or not, for whoami',
    params: {},
    returns: object({
      roles: list(object({ standard_id: uuid, role: oneOf(...WIKI_STANDARD_ROLES) })),
      truncated: boolean,
    }),
  }),
} as const;
