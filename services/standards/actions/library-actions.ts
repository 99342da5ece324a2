/**
 * Handlers of the endpoints that list, create and update libraries, and of the internal actions by which the global
 * library of a wiki library follows its name. List and create also create a missing default library.
 */
import type { ClientSession } from 'mongoose';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { wikiLibraryNameActions } from '../../../shared/contracts/standards/internal-for-wiki.ts';
import type { libraryEndpoints } from '../../../shared/contracts/standards/libraries.ts';
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import type { libraryView } from '../../../shared/contracts/standards/shapes.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { LibraryResources } from '../library/access.ts';
import type { LibraryRecord } from '../library/model.ts';
import type { StandardsService } from '../open-standards.ts';
import { resolveScope, resolveScopeForCreate } from '../resolve-scope.ts';
import { GLOBAL_SCOPE, scopesWithPermission } from '../scope-access.ts';
import { withUniqueName } from '../standard/unique-name.ts';

type LibraryContracts = Pick<typeof standardReadEndpoints, 'libraries.list'> &
  typeof libraryEndpoints &
  typeof wikiLibraryNameActions;

/** Omitted members are kept. */
interface LibraryChange {
  name?: string | undefined;
  description?: string | undefined;
}

export const libraryActions = ({
  connection,
  libraries,
  standardsByCategory,
  standardChanges,
}: StandardsService): Handlers<LibraryContracts, LibraryResources> => {
  const findNamesake = libraries.findByName.bind(libraries);
  const naming = { connection, kind: 'library', findNamesake } as const;

  /**
   * Changes the record of a library, and its name in its standards.
   * @param library as read in the same transaction
   * @throws a duplicate key error when another library of the scope has the name
   */
  async function changeLibrary(
    session: ClientSession,
    { _id, ...before }: LibraryRecord,
    { name = before.name, description = before.description }: LibraryChange,
  ): Promise<LibraryRecord> {
    const after = await libraries.change(session, _id, { name, folded_name: foldName(name), description });
    if (name !== before.name) {
      await libraries.lockAll(session, _id);
      await standardsByCategory.renameLibrary(session, _id, name);
    }
    return after;
  }

  return {
    async 'libraries.list'({ subject_type, subject_id }, ctx) {
      const scopes =
        subject_type === undefined
          ? scopesWithPermission(ctx, 'standard:read')
          : [await resolveScope({ subject_type, subject_id }, 'standard:read', ctx)];
      // Every scope has a default library, even before its first standard.
      await Promise.all(scopes.map((scope) => libraries.findOrCreateDefault(scope)));
      const rows = await libraries.findByScopes(scopes);
      return { libraries: rows.map(presentLibrary), total: rows.length };
    },

    async 'libraries.create'({ name, description, ...scopeParams }, ctx) {
      const { scope } = await resolveScopeForCreate(scopeParams, 'standard:create', ctx);
      // The default library must exist first, so that no other one takes its name.
      await libraries.findOrCreateDefault(scope);
      const record: LibraryRecord = {
        _id: await libraries.nextId(),
        name,
        folded_name: foldName(name),
        description,
        ...scope,
        is_default: false,
        created_at: new Date(),
      };
      return withUniqueName({ ...naming, scope, name }, ctx, async (session) => {
        await libraries.insert(session, record);
        await standardChanges.record(session, record, 'library_created', ctx);
        const entry = { resource: { type: 'library', id: record._id }, details: { name, ...scope } };
        return ctx.finish(session, entry, presentLibrary(record));
      });
    },

    async 'libraries.update'({ id, name, description }, ctx, library) {
      const { subject_type, subject_id } = library;
      const scope = { subject_type, subject_id };
      const renaming = { ...naming, scope, name: name ?? library.name };
      const { after, changed } = await withUniqueName(renaming, ctx, async (session) => {
        const before = await libraries.findById(id, session);
        if (!before) throw notFound();
        const changed = [
          ...(name !== undefined && name !== before.name ? ['name'] : []),
          ...(description !== undefined && description !== before.description ? ['description'] : []),
        ];
        if (changed.length === 0) return { after: before, changed };
        if (changed.includes('name') && before.wiki_library_id !== undefined)
          throw apiError(
            'NAME_FOLLOWS_WIKI',
            'The library holds the adopted editions of a wiki library and has its name. Rename the wiki library with PATCH /api/admin/wiki/libraries/:slug.',
          );
        const after = await changeLibrary(session, before, { name, description });
        await standardChanges.record(session, before, 'library_changed', ctx);
        await ctx.audit(session, { resource: { type: 'library', id }, details: { changed } });
        return { after, changed };
      });
      if (changed.length === 0) ctx.markUnchanged();
      return presentLibrary(after);
    },

    async 'standards.prepareWikiLibraryRename'({ wiki_library_id, name, new_name }) {
      const named = await libraries.findByName(GLOBAL_SCOPE, name);
      if (named && (await standardsByCategory.hasWikiCopies(named._id)))
        await libraries.linkToWiki(named._id, wiki_library_id);
      await libraries.findOrCreateDefault(GLOBAL_SCOPE);
      const namesake = await libraries.findByName(GLOBAL_SCOPE, new_name);
      const isSameName = foldName(name) === foldName(new_name);
      return { is_free: isSameName || namesake === null || namesake.wiki_library_id === wiki_library_id };
    },

    async 'standards.renameWikiLibrary'({ wiki_library_id, name, name_changes }, ctx) {
      const renaming = await withUniqueName(
        { ...naming, scope: GLOBAL_SCOPE, name },
        ctx,
        async (session) => {
          const library = await libraries.findOfWiki(wiki_library_id, session);
          if (library === null || library.name === name) return { renamed: false };
          // A call that was overtaken by a later one.
          if ((library.wiki_name_changes ?? 0) > name_changes) return { renamed: false };
          await libraries.recordWikiNameChanges(session, library._id, name_changes);
          await changeLibrary(session, library, { name });
          const details = { changed: ['name'], wiki_library_id };
          await ctx.audit(session, { resource: { type: 'library', id: library._id }, details });
          return { renamed: true };
        },
      );
      if (!renaming.renamed) ctx.markUnchanged();
      return renaming;
    },
  };
};

const presentLibrary = (library: LibraryRecord): Infer<typeof libraryView> => ({
  id: library._id,
  name: library.name,
  description: library.description,
  subject_type: library.subject_type,
  subject_id: library.subject_id,
  is_default: library.is_default,
});
