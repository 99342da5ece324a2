/** Endpoints of wiki libraries and their categories (decisions A13, W12). */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { assertTopLevel } from '../../../shared/categories.ts';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { WikiResources } from '../access.ts';
import { presentPageRow } from '../pages/present.ts';
import type { Pages } from '../pages/repository.ts';
import { resolveSlug } from '../slugs.ts';
import { toTakenError, unknownCategoryError, unknownLibraryError } from './errors.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from './model.ts';
import { presentCategoryTree, presentWikiCategory, presentWikiLibrary } from './present.ts';
import type { WikiLibraries } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: WikiLibraries;
  pages: Pages;
}

/** The handlers of wiki libraries and their categories. */
export const wikiLibraryActions = ({
  connection,
  libraries,
  pages,
}: Deps): Handlers<typeof wikiLibraryEndpoints, WikiResources> => ({
  async 'wiki.libraries.list'() {
    const [all, counts] = await Promise.all([libraries.list(), pages.countByLibrary()]);
    return {
      libraries: all.map((library) => presentWikiLibrary(library, counts.get(library._id) ?? 0)),
      total: all.length,
    };
  },

  async 'wiki.libraries.get'({ slug, search }) {
    const library = await libraries.findBySlug(slug);
    if (!library) throw notFound();
    const [categories, counts, { rows, total }] = await Promise.all([
      libraries.listCategories(library._id),
      pages.countByCategory(library._id),
      pages.listPublished(library._id, search ?? '', MAX_UNPAGED_ROWS),
    ]);
    return {
      ...presentWikiLibrary(
        library,
        [...counts.values()].reduce((sum, count) => sum + count, 0),
      ),
      categories: presentCategoryTree(categories, counts),
      standards: rows.map((page) => presentPageRow(page, library, categories)),
      total,
      truncated: total > rows.length,
    };
  },

  async 'admin.wiki.libraries.create'({ slug, name, description }, call) {
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
      return call.finish(session, note, presentWikiLibrary(record, 0));
    }).catch((error: unknown) => {
      throw toTakenError(error, record);
    });
  },

  async 'wiki.categories.create'({ librarySlug, name, parentId, slug, description, sortOrder }, call) {
    const library = await libraries.findBySlug(librarySlug);
    if (!library) throw unknownLibraryError(librarySlug);
    const parent_id = parentId ?? null;
    if (parent_id !== null) assertParent(await libraries.listCategories(library._id), parent_id);
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
      await libraries.insertCategory(session, record);
      const details = { library: librarySlug, slug: record.slug, name, parent_id };
      return call.finish(
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
