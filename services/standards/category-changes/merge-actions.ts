/** Merging of a category into another one of its scope (document 2, categories; decisions S12, S21). */
import type { Connection } from 'mongoose';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { CategoryResources } from '../category/access.ts';
import { presentCategory, presentSectionAsCategory } from '../category/present.ts';
import { sectionToChange } from '../category/project-sections.ts';
import type { Categories } from '../category/repository.ts';
import { assertChangeable } from './change-checks.ts';
import { inTreeTransaction, type TreeChanges } from './tree-changes.ts';

type MergeContracts = Pick<typeof categoryChangeEndpoints, 'categories.merge'>;
type MergeResult = ResultOf<MergeContracts['categories.merge']>;

interface Deps {
  connection: Connection;
  categories: Categories;
  treeChanges: TreeChanges;
}

/** The handler that merges a category into another one. */
export const categoryMergeActions = ({
  connection,
  categories,
  treeChanges,
}: Deps): Handlers<MergeContracts, CategoryResources> => ({
  async 'categories.merge'({ id, intoCategoryId }, call, readable): Promise<MergeResult> {
    const { category, project } = readable;
    await assertChangeable(readable, { intoCategoryId }, categories, call);
    if (project) {
      const merged = await call.call('projects.sections.merge', {
        ...sectionToChange(project.project_id, id, call),
        into_section_id: intoCategoryId,
      });
      call.markUnchanged();
      return {
        ...presentSectionAsCategory(merged.section),
        standard_count: merged.standard_count,
        movedStandards: merged.moved_standards,
        movedCategories: merged.moved_sections,
      };
    }
    const mayRead = call.isAllowed('category:read', { kind: 'scope', scope: category });
    return inTreeTransaction(connection, async (session) => {
      const source = await treeChanges.requireCurrent(session, id, call);
      const ids = [id, intoCategoryId];
      const { tree } = await treeChanges.load(session, { scope: source, ids, mayRead });
      const change = tree.planMerge(id, intoCategoryId);
      const counts = await treeChanges.countStandards(session, ids);
      await treeChanges.apply(session, change);
      const target = await categories.find(intoCategoryId, session);
      if (!target) throw notFound();
      const movedStandards = counts.get(id) ?? 0;
      const result: MergeResult = {
        ...presentCategory(target),
        standard_count: (counts.get(intoCategoryId) ?? 0) + movedStandards,
        movedStandards,
        movedCategories: change.moved.length,
      };
      const details = { name: source.name, into: intoCategoryId, movedStandards };
      return call.finish(session, { resource: { type: 'category', id }, details }, result);
    });
  },
});
