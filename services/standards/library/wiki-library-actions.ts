/**
 * Handlers of the internal actions by which the global library of a wiki library follows its name.
 */
import type { Connection } from 'mongoose';
import type { wikiLibraryNameActions } from '../../../shared/contracts/standards/wiki-libraries.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { GLOBAL_SCOPE } from '../scope-access.ts';
import { withUniqueName } from '../unique-name.ts';
import type { ChangeLibrary } from './change-library.ts';
import type { HoldsWikiCopies } from './find-wiki-library.ts';
import type { Libraries } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: Libraries;
  changeLibrary: ChangeLibrary;
  holdsWikiCopies: HoldsWikiCopies;
}

export const wikiLibraryActions = ({
  connection,
  libraries,
  changeLibrary,
  holdsWikiCopies,
}: Deps): Handlers<typeof wikiLibraryNameActions, NoResources> => ({
  async 'standards.prepareWikiLibraryRename'({ wiki_library_id, name, new_name }) {
    const named = await libraries.findByName(GLOBAL_SCOPE, name);
    if (named && (await holdsWikiCopies(named._id))) await libraries.linkToWiki(named._id, wiki_library_id);
    await libraries.findOrCreateDefault(GLOBAL_SCOPE);
    const holder = await libraries.findByName(GLOBAL_SCOPE, new_name);
    const isSameName = foldName(name) === foldName(new_name);
    return { is_free: isSameName || holder === null || holder.wiki_library_id === wiki_library_id };
  },

  async 'standards.renameWikiLibrary'({ wiki_library_id, name, name_changes }, ctx) {
    const findHolder = libraries.findByName.bind(libraries);
    const naming = { connection, kind: 'library', scope: GLOBAL_SCOPE, name, findHolder } as const;
    const renaming = await withUniqueName(naming, ctx, async (session) => {
      const library = await libraries.findOfWiki(wiki_library_id, session);
      if (library === null || library.name === name) return { renamed: false };
      // A call that was overtaken by a later one.
      if ((library.wiki_name_changes ?? 0) > name_changes) return { renamed: false };
      await libraries.countWikiRenames(session, library._id, name_changes);
      await changeLibrary(session, library, { name });
      const details = { changed: ['name'], wiki_library_id };
      await ctx.audit(session, { resource: { type: 'library', id: library._id }, details });
      return { renamed: true };
    });
    if (!renaming.renamed) ctx.markUnchanged();
    return renaming;
  },
});
