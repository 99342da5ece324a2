/**
 * Handlers that create wiki libraries and categories. Libraries are changed and deleted in `change-actions.ts` and
 * read in `../pages/library-actions.ts`; categories are changed and deleted in `category-actions.ts`.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { assertTopLevel } from '../../../shared/category-trees/nesting.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { resolveSlug } from '../slugs.ts';
import { assertNotFormerSlug, toTakenError, unknownCategoryError, unknownLibraryError } from './errors.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from './model.ts';
import { presentWikiCategory, presentWikiLibrary } from './present.ts';
import type { WikiLibraries } from './repository.ts';

type LibraryContracts = Pick<
  typeof wikiLibraryEndpoints,
  'admin.wiki.libraries.create' | 'wiki.categories.create'
>;

interface Deps {
  connection: Connection;
  libraries: WikiLibraries;
}

export const wikiLibraryActions = ({
  connection,
  libraries,
}: Deps): Handlers<LibraryContracts, NoResources> => ({
  async 'admin.wiki.libraries.create'({ slug, name, description }, ctx) {
    const record: WikiLibraryRecord = {
      _id: randomUUID(),
      slug: resolveSlug(slug, name),
      name,
      name_key: foldName(name),
      description,
      created_at: new Date(),
    };
    return inTransaction(connection, async (session) => {
      await libraries.insert(session, record);
      const note = { resource: { type: 'wiki_library', id: record._id }, details: { slug, name } };
      return ctx.finish(session, note, presentWikiLibrary(record, 0));
    }).catch((error: unknown) => {
      throw toTakenError(error, record);
    });
  },

  async 'wiki.categories.create'({ librarySlug, name, parentId, slug, description, sortOrder }, ctx) {
    const library = await libraries.findBySlug(librarySlug);
    if (!library) throw unknownLibraryError(librarySlug);
    const parent_id = parentId ?? null;
    const record: WikiCategoryRecord = {
      _id: randomUUID(),
      library_id: library._id,
      parent_id,
      name,
      name_key: foldName(name),
      slug: resolveSlug(slug, name),
      description,
      sort_order: sortOrder,
      created_at: new Date(),
    };
    return inTransaction(connection, async (session) => {
      if (!(await libraries.join(session, library._id))) throw unknownLibraryError(librarySlug);
      // The parent could be moved or deleted meanwhile, and another category give up the slug.
      await libraries.lockCategories(session, library._id);
      const categories = await libraries.listCategories(library._id, session);
      if (parent_id !== null) assertParent(categories, parent_id);
      assertNotFormerSlug(categories, record);
      await libraries.insertCategory(session, record);
      const details = { library: librarySlug, slug: record.slug, name, parent_id };
      return ctx.finish(
        session,
        { resource: { type: 'wiki_category', id: record._id }, details },
        presentWikiCategory(record, library),
      );
    }).catch((error: unknown) => {
      throw toTakenError(error, record);
    });
  },
});

function assertParent(categories: readonly WikiCategoryRecord[], parentId: string): void {
  const parent = categories.find(({ _id }) => _id === parentId);
  if (!parent)
    throw unknownCategoryError('parentId', 'parentId does not refer to a category in this library.');
  assertTopLevel(parent, (message) => unknownCategoryError('parentId', message));
}
