/**
 * Handlers of the endpoints that create, update, merge, delete and adopt categories. They check what the request names;
 * the change is made by `StoredCategories`, or by `DraftSections` in a project's draft. Adopting copies a category and its
 * parent from another scope.
 */
import { assertDispositionComplete } from '../../../shared/category-trees/deletion-rules.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { requireOpenDraft } from '../../../shared/projects/project-access.ts';
import { type CategoryResources, requireNamedCategory } from '../category/access.ts';
import type { StandardsService } from '../open-standards.ts';
import { resolveScopeForCreate } from '../resolve-scope.ts';
import { isSameScope, projectIdOf, type Scope } from '../scope-access.ts';
import type { CategoryStore } from './category-store.ts';
import { assertChangeable, assertParent } from './change-checks.ts';
import { DraftSections } from './draft-sections.ts';
import { StoredCategories } from './stored-categories.ts';

export const categoryChangeActions = (
  service: StandardsService,
): Handlers<typeof categoryChangeEndpoints, CategoryResources> => {
  const { categories } = service;
  /** The only place where changes tell the categories of a project from others. */
  const storeOf = (scope: Scope): CategoryStore => {
    const projectId = projectIdOf(scope);
    return projectId === null ? new StoredCategories(service, scope) : new DraftSections(service, projectId);
  };

  return {
    async 'categories.create'({ name, description, parent_id = null, sort_order, ...scopeParams }, ctx) {
      const { scope, projectAccess } = await resolveScopeForCreate(scopeParams, 'category:create', ctx);
      const parent = parent_id === null ? null : await requireNamedCategory(parent_id, categories, ctx);
      if (projectAccess) requireOpenDraft(projectAccess);
      if (parent) assertParent(parent, scope);
      return storeOf(scope).create({ name, description, parent_id, sort_order }, ctx);
    },

    async 'categories.update'({ name, description, parentId, sortOrder }, ctx, readable) {
      await assertChangeable(readable, { parentId }, categories, ctx);
      const sent = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(parentId === undefined ? {} : { parent_id: parentId }),
        ...(sortOrder === undefined ? {} : { sort_order: sortOrder }),
      };
      return storeOf(readable.category).update(readable.category, sent, ctx);
    },

    async 'categories.merge'({ id, intoCategoryId }, ctx, readable) {
      await assertChangeable(readable, { intoCategoryId }, categories, ctx);
      return storeOf(readable.category).merge(id, intoCategoryId, ctx);
    },

    async 'categories.delete'({ id, reassignTo, childDisposition, childReassignTo }, ctx, readable) {
      const disposition = {
        ...(reassignTo === undefined ? {} : { reassignTo }),
        ...(childDisposition === undefined ? {} : { childDisposition }),
        ...(childReassignTo === undefined ? {} : { childReassignTo }),
      };
      assertDispositionComplete(disposition);
      await assertChangeable(readable, { reassignTo, childReassignTo }, categories, ctx);
      return storeOf(readable.category).delete(id, disposition, ctx);
    },

    async 'categories.adopt'({ sourceCategoryId, targetSubjectType, targetSubjectId }, ctx) {
      const source = await requireNamedCategory(sourceCategoryId, categories, ctx);
      const { scope } = await resolveScopeForCreate(
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
      return storeOf(scope).adopt(parent ? [parent, source] : [source], ctx);
    },
  };
};
