/**
 * Handlers of the endpoints that list and read categories; the categories of a project are its sections, which the
 * projects service stores.
 * The endpoints that change them: `../category-changes`.
 */
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import { nestCategories } from '../../../shared/category-trees/nesting.ts';
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { categoryEndpoints as contracts } from '../../../shared/contracts/standards/categories.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { CategoryResources } from '../category/access.ts';
import { presentCategory } from '../category/model.ts';
import type { StandardsService } from '../open-standards.ts';
import { resolveScope } from '../resolve-scope.ts';
import { GLOBAL_SCOPE, type Scope, scopesWithPermission } from '../scope-access.ts';

export const categoryActions = ({
  categories,
  standardsByCategory,
}: StandardsService): Handlers<typeof contracts, CategoryResources> => {
  /** The categories of one scope, with the global ones if requested. */
  async function listForScope(
    scope: Scope,
    includeGlobal: boolean,
    ctx: RequestContext,
  ): Promise<Page<CategoryView>> {
    const withGlobal =
      includeGlobal && ctx.isAllowed('category:read', { kind: 'scope', scope: GLOBAL_SCOPE });
    if (scope.subject_type !== 'project' || scope.subject_id === null) {
      return listByScopes(withGlobal && scope.subject_type !== 'global' ? [scope, GLOBAL_SCOPE] : [scope]);
    }
    const { sections } = await ctx.call('projects.sections.list', { project_id: scope.subject_id });
    const global = withGlobal ? await listByScopes([GLOBAL_SCOPE]) : { rows: [], total: 0 };
    const rows = [...sections, ...global.rows].sort(
      (a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name, 'en'),
    );
    return { rows: rows.slice(0, MAX_UNPAGED_ROWS), total: sections.length + global.total };
  }

  async function listByScopes(scopes: readonly Scope[]): Promise<Page<CategoryView>> {
    const { rows, total } = await categories.list(scopes, MAX_UNPAGED_ROWS);
    return { rows: rows.map(presentCategory), total };
  }

  return {
    async 'categories.list'({ subject_type, subject_id, include_global, tree }, ctx) {
      const { rows, total } =
        subject_type === undefined
          ? await listByScopes(scopesWithPermission(ctx, 'category:read'))
          : await listForScope(
              await resolveScope({ subject_type, subject_id }, 'category:read', ctx),
              include_global,
              ctx,
            );
      return {
        categories: tree ? nestCategories(rows).map(([row, children]) => ({ ...row, children })) : rows,
        total,
        truncated: rows.length < total,
      };
    },

    async 'categories.get'(_params, ctx, { category, standardCount }) {
      const standard_count = standardCount ?? (await standardsByCategory.countInCategory(category.id));
      ctx.revalidate(categoryVersion(category), category.id, standard_count);
      return { ...category, standard_count };
    },
  };
};
