/**
 * Rules for adding, placing, merging and deleting categories in a tree with one level of nesting: a check of a place,
 * the planned change of a merge or deletion, and the error NAME_TAKEN. For categories of standards and of wiki
 * libraries, and sections of projects. No database access.
 */
import { apiError, apiErrorAt, notFound } from '../kernel/errors/errors.ts';
import { validationError } from '../kernel/validation/params.ts';
import { foldName } from '../text/names-and-emails.ts';
import { assertNothingFiled, type DeletionInput, requireChildDisposition } from './deletion-rules.ts';
import { assertTopLevel } from './nesting.ts';

/** A number, in a wiki library a UUID. */
type CategoryId = number | string;

/** Name and parent of a category. */
export interface CategoryNode<Id = number> {
  readonly id: Id;
  readonly name: string;
  readonly parent_id: Id | null;
}

/** A change of the tree. Names and order are unchanged. */
export interface TreeChange<Id = number> {
  deleted: Id[];
  moved: { id: Id; parent_id: Id | null }[];
  /** Where the standards of the deleted category go; null: there are none. */
  refiled: { from: Id; to: Id | null };
}

/** @param existingId of the category with the name, for callers who may see it */
export const categoryNameTaken = (name: string, existingId: CategoryId | undefined): Error =>
  apiError('NAME_TAKEN', `There is already a category ${JSON.stringify(name)} here. Choose another name.`, {
    metadata: existingId === undefined ? {} : { existingId },
  });

/** The categories of one scope that a change concerns. */
export class CategoryTree<Id extends CategoryId = number> {
  readonly #nodes: ReadonlyMap<Id, CategoryNode<Id>>;
  readonly #mayRead: boolean;

  /**
   * @param nodes of one scope: at least the categories that are named, their children, and the siblings of
   * those at their new places
   * @param mayRead whether NAME_TAKEN may reveal the id of the other category
   */
  constructor(nodes: readonly CategoryNode<Id>[], { mayRead }: { mayRead: boolean }) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#mayRead = mayRead;
  }

  /** @throws NOT_FOUND for a category that has been deleted */
  #require(id: Id): CategoryNode<Id> {
    const node = this.#nodes.get(id);
    if (!node) throw notFound();
    return node;
  }

  #childrenOf(id: Id): CategoryNode<Id>[] {
    return [...this.#nodes.values()].filter(({ parent_id }) => parent_id === id);
  }

  /**
   * Checks that a category can be added here.
   * @throws NOT_FOUND for an unknown parent, VALIDATION_ERROR for one that is not top-level, NAME_TAKEN
   */
  assertNew({ name, parent_id }: Pick<CategoryNode<Id>, 'name' | 'parent_id'>): void {
    if (parent_id !== null) {
      const refuse = (message: string) => validationError([{ path: 'parent_id', message }]);
      assertTopLevel(this.#require(parent_id), refuse);
    }
    this.#assertNamesFree([{ name }], parent_id);
  }

  /**
   * Checks that a category can have this name and parent.
   * @throws VALIDATION_ERROR for a parent that is the category itself or has one, and for a category with
   * children; NAME_TAKEN; NOT_FOUND
   */
  assertPlace(id: Id, { name, parent_id }: Pick<CategoryNode<Id>, 'name' | 'parent_id'>): void {
    const before = this.#require(id);
    if (parent_id !== null && parent_id !== before.parent_id) {
      const refuse = (message: string) => validationError([{ path: 'parentId', message }]);
      if (parent_id === id) throw refuse('A category cannot be its own parent.');
      assertTopLevel(this.#require(parent_id), refuse);
      if (this.#childrenOf(id).length > 0)
        throw refuse('The category has subcategories, so it must stay top-level.');
    }
    this.#assertNamesFree([{ ...before, name }], parent_id);
  }

  /**
   * Plans a merge: the standards and children of the source go to the target.
   * @throws VALIDATION_ERROR for a merge into itself, and of a category with children into a subcategory;
   * NAME_TAKEN; NOT_FOUND
   */
  planMerge(sourceId: Id, targetId: Id): TreeChange<Id> {
    const source = this.#require(sourceId);
    const target = this.#require(targetId);
    const refuse = (message: string) => apiErrorAt('VALIDATION_ERROR', 'intoCategoryId', message);
    if (source === target) throw refuse('A category cannot be merged into itself.');
    const children = this.#childrenOf(sourceId);
    if (children.length > 0 && target.parent_id !== null)
      throw refuse('A category with subcategories can be merged only into a top-level category.');
    return {
      deleted: [sourceId],
      moved: this.#moveChildren(children, targetId, [sourceId]),
      refiled: { from: sourceId, to: targetId },
    };
  }

  /**
   * Plans a deletion.
   * @param countStandards the standards filed directly in a category
   * @throws VALIDATION_ERROR, first for children without a disposition; CATEGORY_NOT_EMPTY; NAME_TAKEN;
   * NOT_FOUND
   */
  planDeletion(id: Id, input: DeletionInput<Id>, countStandards: (id: Id) => number): TreeChange<Id> {
    this.#require(id);
    const { reassignTo, childDisposition, childReassignTo } = input;
    const children = this.#childrenOf(id);
    if (children.length > 0) requireChildDisposition(children, childDisposition);
    const isCascade = childDisposition === 'cascade';
    const deleted = [id, ...(isCascade ? children.map((child) => child.id) : [])];
    this.#assertTargets(deleted, { reassignTo, childReassignTo });
    assertNothingFiled({ id, reassignTo, children: isCascade ? children : [] }, countStandards);
    const newParent = childDisposition === 'reassign' ? (childReassignTo ?? null) : null;
    return {
      deleted,
      moved: isCascade ? [] : this.#moveChildren(children, newParent, deleted),
      refiled: { from: id, to: reassignTo ?? null },
    };
  }

  #assertTargets(
    deleted: readonly Id[],
    targets: Pick<DeletionInput<Id>, 'reassignTo' | 'childReassignTo'>,
  ): void {
    for (const [path, id] of Object.entries(targets)) {
      if (id === undefined) continue;
      const target = this.#require(id);
      const refuse = (message: string) => validationError([{ path, message }]);
      if (deleted.includes(id)) throw refuse(`Category ${id} is deleted by this request. Name another one.`);
      if (path === 'childReassignTo') assertTopLevel(target, refuse);
    }
  }

  /** @throws NAME_TAKEN */
  #moveChildren(children: readonly CategoryNode<Id>[], parentId: Id | null, deleted: readonly Id[]) {
    this.#assertNamesFree(children, parentId, deleted);
    return children.map(({ id }) => ({ id, parent_id: parentId }));
  }

  /** @throws NAME_TAKEN when another category at the new place has one of the names */
  #assertNamesFree(
    arriving: readonly { id?: Id; name: string }[],
    parentId: Id | null,
    deleted: readonly Id[] = [],
  ): void {
    const remaining = new Map(
      [...this.#nodes.values()]
        .filter(({ id, parent_id }) => parent_id === parentId && !deleted.includes(id))
        .map((node) => [foldName(node.name), node]),
    );
    for (const { id, name } of arriving) {
      const taken = remaining.get(foldName(name));
      if (taken && taken.id !== id) throw categoryNameTaken(taken.name, this.#mayRead ? taken.id : undefined);
    }
  }
}
