/**
 * Handlers by which site administrators change the name or description of a wiki library, and delete one without
 * standards. Libraries are created in `actions.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { toTakenError } from './errors.ts';
import type { LibraryNameTransfer } from './library-name-transfer.ts';
import { presentWikiLibrary } from './present.ts';
import type { WikiLibraries } from './repository.ts';

type ChangeContracts = Pick<
  typeof wikiLibraryEndpoints,
  'admin.wiki.libraries.update' | 'admin.wiki.libraries.delete'
>;

interface Deps {
  connection: Connection;
  libraries: WikiLibraries;
  names: LibraryNameTransfer;
  countPublished(libraryId: string): Promise<number>;
  /** Whether a library has pages, archived ones included. */
  hasPages(session: ClientSession, libraryId: string): Promise<boolean>;
}

const MEMBERS = ['name', 'description'] as const;

export const wikiLibraryChangeActions = ({
  connection,
  libraries,
  names,
  countPublished,
  hasPages,
}: Deps): Handlers<ChangeContracts, NoResources> => ({
  async 'admin.wiki.libraries.update'({ slug, ...sent }, ctx) {
    const found = await libraries.findBySlug(slug);
    if (!found) throw notFound();
    if (sent.name !== undefined && sent.name !== found.name) await names.assertFree(found, sent.name);
    const { library, changed } = await inTransaction(connection, async (session) => {
      const before = await libraries.findById(found._id, session);
      if (!before) throw notFound();
      const changed = MEMBERS.filter(
        (member) => sent[member] !== undefined && sent[member] !== before[member],
      );
      if (changed.length === 0) return { library: before, changed };
      const { name = before.name, description = before.description } = sent;
      const isRenamed = changed.includes('name');
      const library = await libraries.change(session, before._id, {
        name,
        name_key: foldName(name),
        description,
        name_changes: (before.name_changes ?? 0) + (isRenamed ? 1 : 0),
      });
      if (isRenamed) await names.queue(session, library);
      await ctx.audit(session, {
        resource: { type: 'wiki_library', id: library._id },
        details: {
          slug,
          changed,
          from: { name: before.name, description: before.description },
          to: { name, description },
        },
      });
      return { library, changed };
    }).catch((error: unknown) => {
      throw toTakenError(error, { slug, name: sent.name ?? '' });
    });
    if (changed.length === 0) ctx.markUnchanged();
    if (changed.includes('name')) await names.sendNow(library);
    return presentWikiLibrary(library, await countPublished(library._id));
  },

  async 'admin.wiki.libraries.delete'({ slug }, ctx) {
    return inTransaction(connection, async (session) => {
      const library = await libraries.findBySlug(slug, session);
      if (!library) throw notFound();
      const { _id: id, name } = library;
      await libraries.lockAll(session, id);
      if (await hasPages(session, id))
        throw apiError(
          'LIBRARY_NOT_EMPTY',
          'The library still holds standards. Archived ones count, because their editions stay citable.',
        );
      const deletedCategories = await libraries.delete(session, id);
      const details = { slug, name, deletedCategories };
      await ctx.audit(session, { resource: { type: 'wiki_library', id }, details });
      return { id, deleted: true, deletedCategories };
    });
  },
});
