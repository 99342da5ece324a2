/**
 * Contract of the internal action that resolves library and page slugs to published wiki pages, and addresses to
 * their clauses (decisions W10, Y17).
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

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
