/**
 * Handlers of the endpoints that list, create and update libraries. List and create also create a missing
 * default library; an update also writes a new name to the standards of the library.
 */
import type { Connection } from 'mongoose';
import type { libraryEndpoints } from '../../../shared/contracts/standards/libraries.ts';
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { StandardChanges } from '../project-changes.ts';
import { resolveScope, resolveScopeForCreate } from '../resolve-scope.ts';
import { scopesWithPermission } from '../scope-access.ts';
import { withUniqueName } from '../unique-name.ts';
import type { LibraryResources } from './access.ts';
import type { ChangeLibrary } from './change-library.ts';
import type { LibraryRecord } from './model.ts';
import { presentLibrary } from './present.ts';
import type { Libraries } from './repository.ts';

type LibraryContracts = Pick<typeof standardReadEndpoints, 'libraries.list'> & typeof libraryEndpoints;

interface Deps {
  connection: Connection;
  libraries: Libraries;
  changeLibrary: ChangeLibrary;
  standardChanges: StandardChanges;
}

export const libraryActions = ({
  connection,
  libraries,
  changeLibrary,
  standardChanges,
}: Deps): Handlers<LibraryContracts, LibraryResources> => {
  const findHolder = libraries.findByName.bind(libraries);
  const naming = { connection, kind: 'library', findHolder } as const;

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
        const note = { resource: { type: 'library', id: record._id }, details: { name, ...scope } };
        return ctx.finish(session, note, presentLibrary(record));
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
  };
};
