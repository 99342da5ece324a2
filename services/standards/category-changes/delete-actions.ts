/** Deletion of a category, with a place for its standards and children (document 2, categories; decisions S12, S21). */
import type { Connection } from 'mongoose';
import { assertDispositionComplete } from '../../../shared/category-trees/deletion-rules.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { CategoryResources } from '../category/access.ts';
import { sectionToChange } from '../category/project-sections.ts';
import type { Categories } from '../category/repository.ts';
import { assertChangeable } from './change-checks.ts';
import { inTreeTransaction, type TreeChanges } from './tree-changes.ts';

type DeleteContracts = Pick<typeof categoryChangeEndpoints, 'categories.delete'>;

interface Deps {
  connection: Connection;
  categories: Categories;
  treeChanges: TreeChanges;
}

/** The handler that deletes a category. */
export const categoryDeleteActions = ({
  connection,
  categories,
  treeChanges,
}: Deps): Handlers<DeleteContracts, CategoryResources> => ({
  async 'categories.delete'({ id, ...disposition }, call, readable) {
    const { category, project } = readable;
    const { reassignTo, childDisposition, childReassignTo } = disposition;
    assertDispositionComplete(disposition);
    await assertChangeable(readable, { reassignTo, childReassignTo }, categories, call);
    if (project) {
      const { moved_standards, moved_sections, deleted_sections } = await call.call(
        'projects.sections.delete',
        {
          ...sectionToChange(project.project_id, id, call),
          ...(reassignTo === undefined ? {} : { reassign_to: reassignTo }),
          ...(childDisposition === undefined ? {} : { child_disposition: childDisposition }),
          ...(childReassignTo === undefined ? {} : { child_reassign_to: childReassignTo }),
        },
      );
      call.markUnchanged();
      return {
        id,
        deleted: true,
        movedStandards: moved_standards,
        movedCategories: moved_sections,
        deletedCategories: deleted_sections,
      };
    }
    const mayRead = call.isAllowed('category:read', { kind: 'scope', scope: category });
    return inTreeTransaction(connection, async (session) => {
      const { name, ...scope } = await treeChanges.requireCurrent(session, id, call);
      const ids = [id, reassignTo, childReassignTo].filter((named) => named !== undefined);
      const known = await treeChanges.load(session, { scope, ids, mayRead });
      const children = known.nodes.filter(({ parent_id }) => parent_id === id);
      const counts = await treeChanges.countStandards(session, [id, ...children.map((child) => child.id)]);
      // Promoted children come between the other top-level categories.
      const promoted = { parent_id: null, names: children.map((child) => child.name) };
      const { tree } =
        childDisposition === 'promote'
          ? await treeChanges.load(session, { scope, ids, places: [promoted], mayRead })
          : known;
      const change = tree.planDeletion(id, disposition, (each) => counts.get(each) ?? 0);
      await treeChanges.apply(session, change);
      const moved = { movedStandards: counts.get(id) ?? 0, movedCategories: change.moved.length };
      const details = { name, ...disposition, ...moved, deleted: change.deleted };
      await call.audit(session, { resource: { type: 'category', id }, details });
      return { id, deleted: true, ...moved, deletedCategories: change.deleted.length };
    });
  },
});
