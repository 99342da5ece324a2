/**
 * Checks before a change of a category: the other categories that the request names are readable and in its scope,
 * its project, if any, has an open draft, and a parent is top-level.
 */
import { assertTopLevel } from '../../../shared/category-trees/nesting.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { requireOpenDraft } from '../../../shared/projects/project-access.ts';
import { type ReadableCategory, requireNamedCategory } from '../category/access.ts';
import type { Categories } from '../category/repository.ts';
import { isSameScope, type Scope } from '../scope-access.ts';

/** The named categories by the parameter that names each. */
type NamedTargets = Readonly<Record<string, number | null | undefined>>;

/**
 * The parent of a new category.
 * @throws VALIDATION_ERROR for one of another scope, and for one below another category
 */
export function assertParent(parent: Scope & { parent_id: number | null }, scope: Scope): void {
  const refuse = (message: string) => validationError([{ path: 'parent_id', message }]);
  if (!isSameScope(parent, scope))
    throw refuse(
      'The parent category belongs to another scope. Use one with the same subject_type and subject_id.',
    );
  assertTopLevel(parent, refuse);
}

/**
 * Before an update, merge or deletion. Checks in this order: named categories are readable, the draft is open (for
 * a section), named categories are in the same scope.
 * @throws NOT_FOUND, NO_OPEN_DRAFT, VALIDATION_ERROR
 */
export async function assertChangeable(
  { category, project }: ReadableCategory,
  targets: NamedTargets,
  categories: Categories,
  ctx: RequestContext,
): Promise<void> {
  const named = Object.entries(targets).flatMap(([path, id]) =>
    typeof id === 'number' ? [{ path, id }] : [],
  );
  const loaded = await Promise.all(
    named.map(async ({ path, id }) => ({ path, target: await requireNamedCategory(id, categories, ctx) })),
  );
  if (project) requireOpenDraft(project);
  const foreign = loaded.filter(({ target }) => !isSameScope(target, category));
  if (foreign.length === 0) return;
  throw validationError(
    foreign.map(({ path, target }) => ({
      path,
      message: `Category ${target.id} belongs to another scope. Name one with the same subject_type and subject_id.`,
    })),
  );
}
