/**
 * Contract of the internal action that resolves library and page slugs to published wiki pages, and addresses to
 * their clauses (decisions W10, Y17).
 */
import { internalAction } from '../endpoint.ts';
import { list, object, optional, text, uuid } from '../schema.ts';

const pageAddress = { library_slug: text, slug: text } as const;

export const wikiReferenceActions = {
  'wiki.references.resolve': internalAction({
    calledBy: ['standards'],
    summary:
      'The published pages at these addresses, each with those of the named clauses that its current revision has; unknown, archived and retired pages are left out',
    params: { addresses: list(object({ ...pageAddress, clauses: optional(list(text)) })) },
    returns: object({ pages: list(object({ ...pageAddress, id: uuid, title: text, clauses: list(text) })) }),
  }),
} as const;
