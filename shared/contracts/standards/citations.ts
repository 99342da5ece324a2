/** Contract of the internal action that lists the standards citing a wiki page (decisions W10). */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardCitationActions = {
  'standards.citingStandards': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary:
      'The active standards whose current revision cites a wiki page, by name, in the scopes in which the caller has standard:read; its own library copy is left out. The counts cover all of them',
    params: {
      /** `library/slug`. */
      page: s.text,
      wiki_standard_id: s.uuid,
      /** 0: only the counts. */
      limit: s.integer,
      offset: s.integer,
    },
    returns: s.object({
      standards: s.list(s.object({ id: s.id, name: s.text, occurrences: s.integer })),
      total: s.integer,
      occurrences: s.integer,
      /** Outside the global scope. */
      private_occurrences: s.integer,
    }),
  }),
} as const;
