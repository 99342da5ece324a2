/**
 * Contract of the internal action that resolves library and page slugs to published wiki pages (decisions
 * W10).
 */
import { internalAction } from '../endpoint.ts';
import { list, object, text, uuid } from '../schema.ts';

const pageAddress = { library_slug: text, slug: text } as const;

export const wikiReferenceActions = {
  'wiki.references.resolve': internalAction({
    calledBy: ['standards'],
    summary: 'The published pages at these addresses; unknown, archived and retired ones are left out',
    params: { addresses: list(object(pageAddress)) },
    returns: object({ pages: list(object({ ...pageAddress, id: uuid, title: text })) }),
  }),
} as const;
