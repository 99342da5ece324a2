/**
 * Handler of the endpoint `categories.adopt`: finds or creates a category and its parent, by name, in another
 * scope; in a project as sections, through the projects service (document 2, categories; decisions S21).
 */
import type { Connection } from 'mongoose';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { type CategoryResources, requireNamedCategory } from '../category/access.ts';
import { adoptCategory } from '../category/adopt-category.ts';
import { type CategoryView, presentCategory, presentSectionAsCategory } from '../category/present.ts';
import type { Categories } from '../category/repository.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { isSameScope, type Scope } from '../scope-access.ts';
import { inTreeTransaction } from './category-tree-store.ts';

type AdoptContracts = Pick<typeof categoryChangeEndpoints, 'categories.adopt'>;
type AdoptResult = ResultOf<AdoptContracts['categories.adopt']>;

interface Deps {
  connection: Connection;
  categories: Categories;
}

export const categoryAdoptActions = ({
  connection,
  categories,
}: Deps): Handlers<AdoptContracts, CategoryResources> => {
  async function adoptInto(
    scope: Scope,
    path: readonly CategoryView[],
    ctx: RequestContext,
  ): Promise<AdoptResult> {
    const ids = await categories.nextIds(path.length);
    const { result, changed } = await inTreeTransaction(connection, async (session) => {
      const adoption = { scope, path, ids, now: new Date() };
      const adopted = await adoptCategory(session, categories, adoption);
      const record = adopted.categories.at(-1);
      if (!record) throw new Error('the path of an adopted category is empty');
      const created = adopted.created.includes(record._id);
      const result = { ...presentCategory(record), created };
      if (!created) return { result, changed: false };
      const details = { name: record.name, ...scope, source: path.at(-1)?.id };
      const note = { resource: { type: 'category', id: record._id }, details };
      return { result: await ctx.finish(session, note, result), changed: true };
    });
    if (!changed) ctx.markUnchanged();
    return result;
  }

  async function adoptIntoProject(
    projectId: number,
    path: readonly CategoryView[],
    ctx: RequestContext,
  ): Promise<AdoptResult> {
    const { section, created } = await ctx.call('projects.sections.adopt', {
      project_id: projectId,
      path: path.map(({ name, description, sort_order }) => ({ name, description, sort_order })),
      ids: await categories.nextIds(path.length),
    });
    ctx.markUnchanged();
    return { ...presentSectionAsCategory(section), created };
  }

  return {
    async 'categories.adopt'({ sourceCategoryId, targetSubjectType, targetSubjectId }, ctx) {
      const source = await requireNamedCategory(sourceCategoryId, categories, ctx);
      const { scope, projectAccess } = await resolveScopeForCreate(
        { subject_type: targetSubjectType, subject_id: targetSubjectId },
        'category:create',
        ctx,
        'targetSubjectId',
      );
      if (isSameScope(source, scope)) {
        const message = 'The category is already in this scope. Name another one.';
        throw validationError([{ path: 'targetSubjectType', message }]);
      }
      const parent =
        source.parent_id === null ? null : await requireNamedCategory(source.parent_id, categories, ctx);
      const path = parent ? [parent, source] : [source];
      return projectAccess
        ? adoptIntoProject(projectAccess.project_id, path, ctx)
        : adoptInto(scope, path, ctx);
    },
  };
};
