/** Contract of the internal action that lists the standards citing a wiki page (decisions W10). */
import { internalAction } from '../endpoint.ts';
import { id, integer, list, object, text, uuid } from '../schema.ts';

export const standardCitationActions = {
  'standards.citing': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'The active standards whose current revision cites a wiki page, by name, in the scopes in which the caller has standard:read; its own library copy is left out. The counts cover all of them',
    params: {
      /** `library/slug`. */
      page: text,
      wiki_standard_id: uuid,
      /** 0: only the counts. */
      limit: integer,
      offset: integer,
    },
    returns: object({
      standards: list(object({ id, name: text, occurrences: integer })),
      total: integer,
      occurrences: integer,
      /** Outside the global scope. */
      private_occurrences: integer,
    }),
  }),
} as const;
