/**
 * Interface of the changes of categories, with two implementations: `StoredCategories`, which keeps them in this
 * service, and `DraftSections`, for the sections in the open draft of a project.
 */
import type {
  AdoptedCategory,
  CategoryView,
  categoryDisposition,
  DeletedCategory,
  MergedCategory,
} from '../../../shared/contracts/category-shapes.ts';
import type { InferProps } from '../../../shared/contracts/schema.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';

/** The members that a caller may choose. */
export type CategoryMembers = Pick<CategoryView, 'name' | 'description' | 'parent_id' | 'sort_order'>;

/** Where the contents of a deleted category go. */
export type Disposition = InferProps<typeof categoryDisposition>;

/**
 * The changes of the categories of one scope, each in a transaction with its audit entry. They check the tree and
 * `If-Match` within it; the categories that a request names are checked before (`change-checks.ts`).
 */
export interface CategoryStore {
  /** @throws NAME_TAKEN, VALIDATION_ERROR, NOT_FOUND for a parent that has been deleted */
  create(category: CategoryMembers, ctx: RequestContext): Promise<CategoryView>;
  /** @throws NAME_TAKEN, VALIDATION_ERROR, NOT_FOUND, PRECONDITION_FAILED */
  update(category: CategoryView, sent: Partial<CategoryMembers>, ctx: RequestContext): Promise<CategoryView>;
  /** @throws NAME_TAKEN, VALIDATION_ERROR, NOT_FOUND, PRECONDITION_FAILED */
  merge(id: number, intoCategoryId: number, ctx: RequestContext): Promise<MergedCategory>;
  /** @throws CATEGORY_NOT_EMPTY, NAME_TAKEN, VALIDATION_ERROR, NOT_FOUND, PRECONDITION_FAILED */
  delete(id: number, disposition: Disposition, ctx: RequestContext): Promise<DeletedCategory>;
  /** Finds or adds the categories of a path, from the top-level one down, by name. */
  adopt(path: readonly CategoryView[], ctx: RequestContext): Promise<AdoptedCategory>;
}
