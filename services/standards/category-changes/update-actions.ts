/** Changes of a category's own members: name, description, parent and order (decisions S12, S21). */
import type { Connection } from 'mongoose';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { CategoryResources } from '../category/access.ts';
import type { CategoryRecord } from '../category/model.ts';
import { presentCategory, presentSectionAsCategory } from '../category/present.ts';
import { sectionToChange } from '../category/project-sections.ts';
import type { Categories } from '../category/repository.ts';
import { assertChangeable } from './change-checks.ts';
import { inTreeTransaction, type TreeChanges } from './tree-changes.ts';

type UpdateContracts = Pick<typeof categoryChangeEndpoints, 'categories.update'>;

interface Deps {
  connection: Connection;
  categories: Categories;
  treeChanges: TreeChanges;
}

const UPDATABLE_MEMBERS = ['name', 'description', 'parent_id', 'sort_order'] as const;

/** The handler that updates a category. */
export const categoryUpdateActions = ({
  connection,
  categories,
  treeChanges,
}: Deps): Handlers<UpdateContracts, CategoryResources> => ({
  async 'categories.update'({ id, name, description, parentId, sortOrder }, call, readable) {
    const { category, project } = readable;
    await assertChangeable(readable, { parentId }, categories, call);
    const sent = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(sortOrder === undefined ? {} : { sort_order: sortOrder }),
    };
    if (project) {
      const { section } = await call.call('projects.sections.update', {
        ...sectionToChange(project.project_id, id, call),
        ...sent,
      });
      call.markUnchanged();
      return presentSectionAsCategory(section);
    }
    const mayRead = call.isAllowed('category:read', { kind: 'scope', scope: category });
    const updated = await inTreeTransaction(connection, async (session) => {
      const before = await treeChanges.requireCurrent(session, id, call);
      const after: CategoryRecord = { ...before, ...sent };
      const { tree, nodes } = await treeChanges.load(session, {
        scope: before,
        ids: [id, ...(after.parent_id === null ? [] : [after.parent_id])],
        places: [{ parent_id: after.parent_id, names: [after.name] }],
        mayRead,
      });
      tree.assertPlace(id, after);
      if (categoryVersion(after) === categoryVersion(before)) return null;
      if (after.parent_id !== null) await categories.lock(session, [after.parent_id]);
      const updated = await categories.change(session, id, sent);
      if (!updated) throw notFound();
      const children = nodes.filter(({ parent_id }) => parent_id === id).map((child) => child.id);
      if (after.name !== before.name || after.parent_id !== before.parent_id)
        await treeChanges.refileSubtree(session, id, children);
      const changed = UPDATABLE_MEMBERS.filter((member) => after[member] !== before[member]);
      const details = { name: updated.name, changed };
      await call.audit(session, { resource: { type: 'category', id }, details });
      return updated;
    });
    if (!updated) call.markUnchanged();
    return updated ? presentCategory(updated) : category;
  },
});
