/**
 * Contracts of the internal actions by which the global library of the adopted editions of a wiki library follows
 * its name (decisions A13, S15).
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

const calledBy = ['wiki-moderation'] as const;

export const wikiLibraryNameActions = {
  'standards.prepareWikiLibraryRename': internalAction({
    group: 'standards',
    mutates: true,
    auditEntry: 'caller',
    calledBy,
    summary:
      'Says whether the new name of a wiki library is free among the global libraries; idempotent. One that an earlier version made for its editions is found by its present name, and linked first.',
    params: { wiki_library_id: s.uuid, name: s.text, new_name: s.text },
    returns: s.object({ is_free: s.boolean }),
  }),
  'standards.renameWikiLibrary': internalAction({
    group: 'standards',
    mutates: true,
    calledBy,
    summary:
      'Gives the global library of a wiki library its name, if there is one; idempotent, and without effect after a later change',
    params: { wiki_library_id: s.uuid, name: s.text, name_changes: s.integer },
    returns: s.object({ renamed: s.boolean }),
  }),
} as const;
