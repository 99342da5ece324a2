/**
 * Reads and writes of a change of stored categories, within its transaction: the `If-Match` check, the tree and its
 * counts, merges and deletions, and the category names that standards keep. Also that transaction, which is repeated
 * when a concurrent one takes a name first.
 */
import type { ClientSession, Connection } from 'mongoose';
import {
  type CategoryNode,
  CategoryTree,
  type TreeChange,
} from '../../../shared/category-trees/category-tree.ts';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { loadCategoryPath } from '../category/category-path.ts';
import type { CategoryRecord } from '../category/model.ts';
import type { Categories } from '../category/repository.ts';
import type { Scope } from '../scope-access.ts';
import type { StandardsByCategory } from '../standard/standards-by-category.ts';

/** The parent and the names of categories that arrive there. */
interface NewPlace {
  parent_id: number | null;
  names: readonly string[];
}

interface TreeToLoad {
  scope: Scope;
  /** The categories that the request names. */
  ids: readonly number[];
  places?: readonly NewPlace[];
  mayRead: boolean;
}

/** The part of a tree that a change needs. */
interface LoadedTree {
  tree: CategoryTree;
  nodes: CategoryNode[];
}

/**
 * A transaction that names, places or adopts categories. When another one takes a name first, the next attempt
 * finds the category with that name.
 */
export async function inTreeTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const { result } = await retryUntilSaved(() =>
    inTransaction(connection, work).then(
      (result) => ({ result }),
      (error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return null;
      },
    ),
  );
  return result;
}

/** Reads and writes of a change of the tree, within its transaction. */
export class TreeRecords {
  readonly #categories: Categories;
  readonly #filed: StandardsByCategory;

  constructor(categories: Categories, filed: StandardsByCategory) {
    this.#categories = categories;
    this.#filed = filed;
  }

  /** The category as it is now. @throws NOT_FOUND, PRECONDITION_FAILED when the caller has read another one */
  async requireCurrent(session: ClientSession, id: number, ctx: RequestContext): Promise<CategoryRecord> {
    const record = await this.#categories.findById(id, session);
    if (!record) throw notFound();
    assertIfMatch(ctx.ifMatch, categoryVersion(record));
    return record;
  }

  async load(session: ClientSession, { scope, ids, places = [], mayRead }: TreeToLoad): Promise<LoadedTree> {
    const records = await this.#categories.findAround(session, scope, ids, places);
    const nodes = records.map(({ _id, name, parent_id }) => ({ id: _id, name, parent_id }));
    return { tree: new CategoryTree(nodes, { mayRead }), nodes };
  }

  /** The number of standards filed directly in each of some categories. */
  countStandards(session: ClientSession, ids: readonly number[]): Promise<Map<number, number>> {
    return this.#filed.countInCategories(session, ids);
  }

  /** Stores a merge or a deletion. */
  async apply(session: ClientSession, { deleted, moved, refiled }: TreeChange): Promise<void> {
    const parents = moved.flatMap(({ parent_id }) => parent_id ?? []);
    const targets = refiled.to === null ? parents : [...parents, refiled.to];
    await this.#categories.lock(session, [...new Set(targets)]);
    await this.#categories.delete(session, deleted);
    for (const { id, parent_id } of moved) await this.#categories.change(session, id, { parent_id });
    if (refiled.to !== null) await this.#refile(session, refiled.from, refiled.to);
    for (const { id } of moved) await this.#refile(session, id, id);
  }

  /** Gives the standards of a renamed or moved category, and of its children, its new names. */
  async refileSubtree(session: ClientSession, id: number, children: readonly number[]): Promise<void> {
    await this.#categories.lock(session, children);
    for (const category of [id, ...children]) await this.#refile(session, category, category);
  }

  async #refile(session: ClientSession, from: number, to: number): Promise<void> {
    const path = await loadCategoryPath(to, this.#categories, session);
    if (!path) throw notFound();
    await this.#filed.refileCategory(session, from, path);
  }
}
