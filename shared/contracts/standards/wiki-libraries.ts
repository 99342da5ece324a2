/**
 * Contracts of the internal actions by which the global library of the adopted editions of a wiki library follows
 * its name (decisions A13, S15).
 */
import { internalAction } from '../endpoint.ts';
import { boolean, object, text, uuid } from '../schema.ts';

const calledBy = ['wiki-moderation'] as const;

export const wikiLibraryNameActions = {
  'standards.prepareWikiLibraryRename': internalAction({
    calledBy,
    summary:
      'Says whether another global library has the new name of a wiki library; idempotent. A library of adopted editions that an earlier version made is known by the present name, and linked to the wiki library.',
    params: { wiki_library_id: uuid, name: text, new_name: text },
    returns: object({ is_free: boolean }),
  }),
  'standards.renameWikiLibrary': internalAction({
    calledBy,
    summary: 'Gives the global library of a wiki library the name of that one, if there is one; idempotent',
    params: { wiki_library_id: uuid, name: text },
    returns: object({ renamed: boolean }),
  }),
} as const;
