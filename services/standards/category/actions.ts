/**
 * Handlers of the endpoints that list, read and create categories; those of a project are sections, stored by
 * projects. Update, merge, deletion and adoption: `../category-changes`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { categoryNameTaken } from '../../../shared/category-trees/category-tree.ts';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import { assertTopLevel, nestCategories } from '../../../shared/category-trees/nesting.ts';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { categoryEndpoints as contracts } from '../../../shared/contracts/standards/categories.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { requireOpenDraft } from '../../../shared/projects/project-access.ts';
import { resolveScope, resolveScopeForCreate } from '../resolve-scope.ts';
import { GLOBAL_SCOPE, isSameScope, type Scope, scopesWithPermission } from '../scope-access.ts';
import { type CategoryResources, requireNamedCategory } from './access.ts';
import { type CategoryView, presentCategory, presentSectionAsCategory } from './present.ts';
import { type Categories, newCategory } from './repository.ts';

interface Deps {
  connection: Connection;
  categories: Categories;
  countStandards: (categoryId: number) => Promise<number>;
}

export const categoryActions = ({
  connection,
  categories,
  countStandards,
}: Deps): Handlers<typeof contracts, CategoryResources> => {
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
    const rows = [...sections.map(presentSectionAsCategory), ...global.rows].sort(
      (a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name, 'en'),
    );
    return { rows: rows.slice(0, MAX_UNPAGED_ROWS), total: sections.length + global.total };
  }

  async function listByScopes(scopes: readonly Scope[]): Promise<Page<CategoryView>> {
    const { rows, total } = await categories.list(scopes, MAX_UNPAGED_ROWS);
    return { rows: rows.map(presentCategory), total };
  }

  /** @throws VALIDATION_ERROR for a parent of another scope, or below another one (S21, X10) */
  function assertParent(parent: CategoryView, scope: Scope): void {
    const refuse = (message: string) => validationError([{ path: 'parent_id', message }]);
    if (!isSameScope(parent, scope))
      throw refuse(
        'The parent category belongs to another scope. Use one with the same subject_type and subject_id.',
      );
    assertTopLevel(parent, refuse);
  }

  /** The parent as it is in the transaction that adds a child. @throws NOT_FOUND when it has been deleted */
  async function lockParent(session: ClientSession, parentId: number, scope: Scope): Promise<void> {
    await categories.lock(session, [parentId]);
    const parent = await categories.findById(parentId, session);
    if (!parent) throw notFound();
    assertParent(presentCategory(parent), scope);
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
      const standard_count = standardCount ?? (await countStandards(category.id));
      ctx.revalidate(categoryVersion(category), category.id, standard_count);
      return { ...category, standard_count };
    },

    async 'categories.create'({ name, description, parent_id = null, sort_order, ...scopeParams }, ctx) {
      const { scope, subject, projectAccess } = await resolveScopeForCreate(
        scopeParams,
        'category:create',
        ctx,
      );
      const parent = parent_id === null ? null : await requireNamedCategory(parent_id, categories, ctx);
      if (projectAccess) requireOpenDraft(projectAccess);
      if (parent) assertParent(parent, scope);
      const id = await categories.nextId();
      const sent = { name, description, parent_id, sort_order };
      if (projectAccess) {
        // Projects checks draft, parent and name, and writes the audit entry.
        const { project_id } = projectAccess;
        const { section } = await ctx.call('projects.sections.create', { project_id, id, ...sent });
        ctx.markUnchanged();
        return presentSectionAsCategory(section);
      }
      const record = newCategory(id, scope, sent, new Date());
      try {
        return await inTransaction(connection, async (session) => {
          if (parent_id !== null) await lockParent(session, parent_id, scope);
          await categories.insert(session, record);
          const note = { resource: { type: 'category', id }, details: { name: record.name, ...scope } };
          return ctx.finish(session, note, presentCategory(record));
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const existing = await categories.findSibling(scope, parent_id, name);
        throw categoryNameTaken(name, ctx.isAllowed('category:read', subject) ? existing?._id : undefined);
      }
    },
  };
};
