/** Wiki libraries and categories: reading and creating (decisions A13, W12). */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { wikiLibraries } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { foldName } from '../../../shared/names.ts';
import type { Resources } from '../access.ts';
import { presentPageRow } from '../pages/present.ts';
import type { Pages } from '../pages/repository.ts';
import { chooseSlug } from '../slugs.ts';
import type { CategoryRecord, LibraryRecord } from './model.ts';
import { presentCategory, presentLibrary, presentTree } from './present.ts';
import type { Libraries } from './repository.ts';

interface Deps {
  connection: Connection;
  libraries: Libraries;
  pages: Pages;
}

/** The handlers of wiki libraries and their categories. */
export const libraryActions = ({ connection, libraries, pages }: Deps): Handlers<typeof wikiLibraries, Resources> => ({
  async 'wiki.libraries.list'() {
    const [all, counts] = await Promise.all([libraries.all(), pages.countByLibrary()]);
    return { libraries: all.map((library) => presentLibrary(library, counts.get(library._id) ?? 0)), total: all.length };
  },

  async 'wiki.libraries.get'({ slug, search }) {
    const library = await libraries.bySlug(slug);
    if (!library) throw notFound();
    const [categories, counts, { rows, total }] = await Promise.all([
      libraries.categoriesOf(library._id),
      pages.countByCategory(library._id),
      pages.published(library._id, search ?? '', LIST_CAP),
    ]);
    return {
      ...presentLibrary(
        library,
        [...counts.values()].reduce((sum, count) => sum + count, 0),
      ),
      categories: presentTree(categories, counts),
      standards: rows.map((page) => presentPageRow(page, library, categories)),
      total,
      truncated: total > rows.length,
    };
  },

  async 'admin.wiki.libraries.create'({ slug, name, description }, call) {
    const record: LibraryRecord = {
      _id: randomUUID(),
      slug: chooseSlug(slug, name),
      name,
      name_key: foldName(name),
      description,
      created_at: new Date(),
    };
    return inTransaction(connection, async (session) => {
      await libraries.add(record, session);
      const note = { resource: { type: 'wiki_library', id: record._id }, details: { slug, name } };
      return call.conclude(session, note, presentLibrary(record, 0));
    }).catch((error: unknown) => {
      throw asTaken(error, record);
    });
  },

  async 'wiki.categories.create'({ librarySlug, name, parentId, slug, description, sortOrder }, call) {
    const library = await libraries.bySlug(librarySlug);
    if (!library) throw unknownLibrary(librarySlug);
    const parent_id = parentId ?? null;
    if (parent_id !== null) checkParent(await libraries.categoriesOf(library._id), parent_id);
    const record: CategoryRecord = {
      _id: randomUUID(),
      library_id: library._id,
      parent_id,
      name,
      name_key: foldName(name),
      slug: chooseSlug(slug, name),
      description,
      sort_order: sortOrder,
      created_at: new Date(),
    };
    return inTransaction(connection, async (session) => {
      await libraries.addCategory(record, session);
      const details = { library: librarySlug, slug: record.slug, name, parent_id };
      return call.conclude(
        session,
        { resource: { type: 'wiki_category', id: record._id }, details },
        presentCategory(record, library),
      );
    }).catch((error: unknown) => {
      throw asTaken(error, record);
    });
  },
});

/** A 400 for a library that is not there. */
export const unknownLibrary = (slug: string): Error =>
  fail('UNKNOWN_LIBRARY', `There is no wiki library '${slug}'.`, {
    errors: [{ path: 'librarySlug', message: `There is no wiki library '${slug}'.` }],
  });

function checkParent(categories: readonly CategoryRecord[], parentId: string): void {
  const parent = categories.find(({ _id }) => _id === parentId);
  const refuse = (message: string): Error => fail('UNKNOWN_CATEGORY', message, { errors: [{ path: 'parentId', message }] });
  if (!parent) throw refuse('parentId names no category of this library.');
  if (parent.parent_id !== null) throw refuse('parentId must name a top-level category; categories nest one level deep.');
}

/** A violated unique index, told by the index that was violated. */
function asTaken(error: unknown, { slug, name }: { slug: string; name: string }): unknown {
  if (!isDuplicateKey(error)) return error;
  const byName = typeof error === 'object' && error !== null && 'keyPattern' in error && hasKey(error.keyPattern, 'name_key');
  return byName
    ? fail('NAME_TAKEN', `The name '${name}' is taken here.`)
    : fail('SLUG_TAKEN', `The slug '${slug}' is taken here.`);
}

const hasKey = (pattern: unknown, key: string): boolean => typeof pattern === 'object' && pattern !== null && key in pattern;
