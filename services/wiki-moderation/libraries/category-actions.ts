/**
 * Handlers that update and delete a category of a wiki library. On deletion its pages become uncategorized; its
 * subcategories are moved, promoted or deleted. Categories are created in
 * `actions.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { CategoryTree } from '../../../shared/category-trees/category-tree.ts';
import { assertDispositionComplete } from '../../../shared/category-trees/deletion-rules.ts';
import type { wikiLibraryEndpoints } from '../../../shared/contracts/wiki-moderation/libraries.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { resolveSlug } from '../slugs.ts';
import { assertNotFormerSlug, toTakenError, unknownCategoryError } from './errors.ts';
import type { WikiCategoryRecord, WikiLibraryRecord } from './model.ts';
import { presentWikiCategory } from './present.ts';
import type { WikiLibraries } from './repository.ts';

type CategoryContracts = Pick<
  typeof wikiLibraryEndpoints,
  'wiki.categories.update' | 'wiki.categories.delete'
>;

interface Deps {
  connection: Connection;
  libraries: WikiLibraries;
  /** Takes the pages of a library out of these categories and returns their number. */
  uncategorize(session: ClientSession, libraryId: string, categoryIds: readonly string[]): Promise<number>;
}

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
  uncategorize,
}: Deps): Handlers<CategoryContracts, NoResources> => {
  /**
   * The category in the tree of its library, locked: two changes at once, each legal by itself, could nest three
   * levels deep.
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
        // Its standards need no new category: they become uncategorized.
        const change = tree.planDeletion(id, disposition, () => 0);
        await libraries.deleteCategories(session, change.deleted);
        for (const { id: child, parent_id } of change.moved)
          await libraries.updateCategory(session, child, { parent_id });
        const counts = {
          uncategorizedStandards: await uncategorize(session, library._id, change.deleted),
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

const nextFormerSlugs = ({ slug, former_slugs = [] }: WikiCategoryRecord, next: string): string[] =>
  [...former_slugs, slug].filter((former) => former !== next);

const foreignCategoryError = (path: string): Error =>
  unknownCategoryError(path, `${path} does not refer to a category in this library.`);

const auditValues = ({ name, slug, parent_id }: WikiCategoryRecord) => ({ name, slug, parent_id });
