/**
 * Handlers that create, update and delete a category of a wiki library. On deletion its pages become uncategorized; its
 * subcategories are moved, promoted or deleted.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { CategoryTree } from '../../../shared/category-trees/category-tree.ts';
import { assertDispositionComplete } from '../../../shared/category-trees/deletion-rules.ts';
import { assertTopLevel } from '../../../shared/category-trees/nesting.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import {
  assertNotFormerSlug,
  toTakenError,
  unknownCategoryError,
  unknownLibraryError,
} from '../libraries/errors.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from '../libraries/model.ts';
import { presentWikiCategory } from '../libraries/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { resolveSlug } from '../slugs.ts';

type CategoryContracts = Pick<
  typeof wikiLibraryEndpoints,
  'wiki.categories.create' | 'wiki.categories.update' | 'wiki.categories.delete'
>;

interface LibraryTree {
  library: WikiLibraryRecord;
  category: WikiCategoryRecord;
  categories: readonly WikiCategoryRecord[];
  tree: CategoryTree<string>;
  /** Whether a category is in the library. */
  has(id: string): boolean;
}

export const wikiCategoryActions = ({
  connection,
  libraries,
  pages,
}: WikiService): Handlers<CategoryContracts, NoResources> => {
  /**
   * Locks the tree of the library: two concurrent changes, each legal by itself, could nest three levels deep.
   * @throws NOT_FOUND
   */
  async function lockTree(session: ClientSession, id: string): Promise<LibraryTree> {
    const found = await libraries.findCategory(id, session);
    const library = found && (await libraries.lockCategories(session, found.library_id));
    if (!library) throw notFound();
    const categories = await libraries.listCategories(library._id, session);
    const category = categories.find(({ _id }) => _id === id);
    if (!category) throw notFound();
    const nodes = categories.map(({ _id, name, parent_id }) => ({ id: _id, name, parent_id }));
    const ids = new Set(categories.map(({ _id }) => _id));
    // The categories of a library are public.
    const tree = new CategoryTree(nodes, { mayRead: true });
    return { library, category, categories, tree, has: (each) => ids.has(each) };
  }

  return {
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
        // A concurrent change could move or delete the parent, or give up the slug.
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

    async 'wiki.categories.update'({ id, name, slug, description, sortOrder, parentId }, ctx) {
      const sentSlug = slug === undefined ? undefined : resolveSlug(slug, '');
      return inTransaction(connection, async (session) => {
        const { library, category, categories, tree, has } = await lockTree(session, id);
        if (parentId && !has(parentId)) throw foreignCategoryError('parentId');
        const parent_id = parentId === undefined ? category.parent_id : parentId;
        const newName = name ?? category.name;
        tree.assertPlace(id, { name: newName, parent_id });
        const newSlug = sentSlug ?? category.slug;
        assertNotFormerSlug(categories, { _id: id, slug: newSlug });
        const updated = await libraries.updateCategory(session, id, {
          name: newName,
          name_key: foldName(newName),
          slug: newSlug,
          ...(newSlug === category.slug ? {} : { former_slugs: nextFormerSlugs(category, newSlug) }),
          description: description ?? category.description,
          sort_order: sortOrder ?? category.sort_order,
          parent_id,
        });
        if (!updated) throw notFound();
        await ctx.audit(session, {
          resource: { type: 'wiki_category', id },
          details: { library: library.slug, ...auditValues(updated), previous: auditValues(category) },
        });
        return presentWikiCategory(updated, library);
      }).catch((error: unknown) => {
        throw toTakenError(error, { slug: sentSlug ?? '', name: name ?? '' });
      });
    },

    async 'wiki.categories.delete'({ id, ...disposition }, ctx) {
      assertDispositionComplete(disposition);
      const { childReassignTo } = disposition;
      return inTransaction(connection, async (session) => {
        const { library, category, tree, has } = await lockTree(session, id);
        if (childReassignTo && !has(childReassignTo)) throw foreignCategoryError('childReassignTo');
        // Its pages need no new category: they become uncategorized.
        const change = tree.planDeletion(id, disposition, () => 0);
        await libraries.deleteCategories(session, change.deleted);
        for (const { id: child, parent_id } of change.moved)
          await libraries.updateCategory(session, child, { parent_id });
        const counts = {
          uncategorizedStandards: await pages.uncategorize(session, library._id, change.deleted),
          movedCategories: change.moved.length,
        };
        const details = {
          library: library.slug,
          ...auditValues(category),
          ...disposition,
          ...counts,
          deleted: change.deleted,
        };
        await ctx.audit(session, { resource: { type: 'wiki_category', id }, details });
        return { id, deleted: true, ...counts, deletedCategories: change.deleted.length };
      });
    },
  };
};

function assertParent(categories: readonly WikiCategoryRecord[], parentId: string): void {
  const parent = categories.find(({ _id }) => _id === parentId);
  if (!parent)
    throw unknownCategoryError('parentId', 'parentId does not refer to a category in this library.');
  assertTopLevel(parent, (message) => unknownCategoryError('parentId', message));
}

const nextFormerSlugs = ({ slug, former_slugs = [] }: WikiCategoryRecord, next: string): string[] =>
  [...former_slugs, slug].filter((former) => former !== next);

const foreignCategoryError = (path: string): Error =>
  unknownCategoryError(path, `${path} does not refer to a category in this library.`);

const auditValues = ({ name, slug, parent_id }: WikiCategoryRecord) => ({ name, slug, parent_id });
