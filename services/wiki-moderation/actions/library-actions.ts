/**
 * Handlers that list, read, create, update and delete wiki libraries. A rename is also sent to standards
 * (`library-name-transfer.ts`). Categories: `category-actions.ts`.
 */
import { randomUUID } from 'node:crypto';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { toTakenError } from '../libraries/errors.ts';
import type { WikiLibraryRecord } from '../libraries/model.ts';
import { presentCategoryTree, presentWikiLibrary } from '../libraries/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { presentPageRow } from '../pages/present.ts';
import { resolveSlug } from '../slugs.ts';

type Contracts = Omit<
  typeof wikiLibraryEndpoints,
  'wiki.categories.create' | 'wiki.categories.update' | 'wiki.categories.delete'
>;

const MEMBERS = ['name', 'description'] as const;

export const wikiLibraryActions = ({
  connection,
  libraries,
  pages,
  libraryNames,
}: WikiService): Handlers<Contracts, NoResources> => ({
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
      const auditEntry = { resource: { type: 'wiki_library', id: record._id }, details: { slug, name } };
      return ctx.finish(session, auditEntry, presentWikiLibrary(record, 0));
    }).catch((error: unknown) => {
      throw toTakenError(error, record);
    });
  },

  async 'admin.wiki.libraries.update'({ slug, ...sent }, ctx) {
    const found = await libraries.findBySlug(slug);
    if (!found) throw notFound();
    if (sent.name !== undefined && sent.name !== found.name)
      await libraryNames.prepareRename(found, sent.name);
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
      if (isRenamed) await libraryNames.queue(session, library);
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
    if (changed.includes('name')) await libraryNames.sendNow(library);
    return presentWikiLibrary(library, await pages.countPublished(library._id));
  },

  async 'admin.wiki.libraries.delete'({ slug }, ctx) {
    return inTransaction(connection, async (session) => {
      const library = await libraries.findBySlug(slug, session);
      if (!library) throw notFound();
      const { _id: id, name } = library;
      await libraries.lockAll(session, id);
      if (await pages.hasPages(session, id))
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
