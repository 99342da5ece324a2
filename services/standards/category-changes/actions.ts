/**
 * Handlers of the endpoints that update, merge and delete a category (document 2, categories; decisions S12,
 * S21). For a category of a project they call projects, which changes the section.
 */
import type { Connection } from 'mongoose';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import { assertDispositionComplete } from '../../../shared/category-trees/deletion-rules.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { categoryChangeEndpoints } from '../../../shared/contracts/standards/category-changes.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { CategoryResources } from '../category/access.ts';
import type { CategoryRecord } from '../category/model.ts';
import { presentCategory, presentSectionAsCategory } from '../category/present.ts';
import { sectionToChange } from '../category/project-sections.ts';
import type { Categories } from '../category/repository.ts';
import type { Standards } from '../standard/repository.ts';
import { type CategoryTreeStore, inTreeTransaction } from './category-tree-store.ts';
import { assertChangeable } from './change-checks.ts';
import { sectionWithContent } from './section-content.ts';

type ChangeContracts = Omit<typeof categoryChangeEndpoints, 'categories.adopt'>;
type MergeResult = ResultOf<ChangeContracts['categories.merge']>;

interface Deps {
  connection: Connection;
  categories: Categories;
  treeStore: CategoryTreeStore;
  standards: Standards;
}

const UPDATABLE_MEMBERS = ['name', 'description', 'parent_id', 'sort_order'] as const;

export const categoryChangeActions = ({
  connection,
  categories,
  treeStore,
  standards,
}: Deps): Handlers<ChangeContracts, CategoryResources> => ({
  async 'categories.update'({ id, name, description, parentId, sortOrder }, ctx, readable) {
    const { category, project } = readable;
    await assertChangeable(readable, { parentId }, categories, ctx);
    const sent = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      ...(sortOrder === undefined ? {} : { sort_order: sortOrder }),
    };
    if (project) {
      const { section } = await ctx.call('projects.sections.update', {
        ...sectionToChange(project.project_id, id, ctx),
        ...sent,
      });
      ctx.markUnchanged();
      return presentSectionAsCategory(section);
    }
    const mayRead = ctx.isAllowed('category:read', { kind: 'scope', scope: category });
    const updated = await inTreeTransaction(connection, async (session) => {
      const before = await treeStore.requireCurrent(session, id, ctx);
      const after: CategoryRecord = { ...before, ...sent };
      const { tree, nodes } = await treeStore.load(session, {
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
        await treeStore.refileSubtree(session, id, children);
      const changed = UPDATABLE_MEMBERS.filter((member) => after[member] !== before[member]);
      const details = { name: updated.name, changed };
      await ctx.audit(session, { resource: { type: 'category', id }, details });
      return updated;
    });
    if (!updated) ctx.markUnchanged();
    return updated ? presentCategory(updated) : category;
  },

  async 'categories.merge'({ id, intoCategoryId }, ctx, readable): Promise<MergeResult> {
    const { category, project } = readable;
    await assertChangeable(readable, { intoCategoryId }, categories, ctx);
    if (project) {
      const merged = await ctx.call('projects.sections.merge', {
        ...(await sectionWithContent(project.project_id, id, standards, ctx)),
        into_section_id: intoCategoryId,
      });
      ctx.markUnchanged();
      return {
        ...presentSectionAsCategory(merged.section),
        standard_count: merged.standard_count,
        movedStandards: merged.moved_standards,
        movedCategories: merged.moved_sections,
      };
    }
    const mayRead = ctx.isAllowed('category:read', { kind: 'scope', scope: category });
    return inTreeTransaction(connection, async (session) => {
      const source = await treeStore.requireCurrent(session, id, ctx);
      const ids = [id, intoCategoryId];
      const { tree } = await treeStore.load(session, { scope: source, ids, mayRead });
      const change = tree.planMerge(id, intoCategoryId);
      const counts = await treeStore.countStandards(session, ids);
      await treeStore.apply(session, change);
      const target = await categories.findById(intoCategoryId, session);
      if (!target) throw notFound();
      const movedStandards = counts.get(id) ?? 0;
      const result: MergeResult = {
        ...presentCategory(target),
        standard_count: (counts.get(intoCategoryId) ?? 0) + movedStandards,
        movedStandards,
        movedCategories: change.moved.length,
      };
      const details = { name: source.name, into: intoCategoryId, movedStandards };
      return ctx.finish(session, { resource: { type: 'category', id }, details }, result);
    });
  },

  async 'categories.delete'({ id, ...disposition }, ctx, readable) {
    const { category, project } = readable;
    const { reassignTo, childDisposition, childReassignTo } = disposition;
    assertDispositionComplete(disposition);
    await assertChangeable(readable, { reassignTo, childReassignTo }, categories, ctx);
    if (project) {
      const { moved_standards, moved_sections, deleted_sections } = await ctx.call(
        'projects.sections.delete',
        {
          ...(await sectionWithContent(project.project_id, id, standards, ctx)),
          ...(reassignTo === undefined ? {} : { reassign_to: reassignTo }),
          ...(childDisposition === undefined ? {} : { child_disposition: childDisposition }),
          ...(childReassignTo === undefined ? {} : { child_reassign_to: childReassignTo }),
        },
      );
      ctx.markUnchanged();
      return {
        id,
        deleted: true,
        movedStandards: moved_standards,
        movedCategories: moved_sections,
        deletedCategories: deleted_sections,
      };
    }
    const mayRead = ctx.isAllowed('category:read', { kind: 'scope', scope: category });
    return inTreeTransaction(connection, async (session) => {
      const { name, ...scope } = await treeStore.requireCurrent(session, id, ctx);
      const ids = [id, reassignTo, childReassignTo].filter((named) => named !== undefined);
      const known = await treeStore.load(session, { scope, ids, mayRead });
      const children = known.nodes.filter(({ parent_id }) => parent_id === id);
      const counts = await treeStore.countStandards(session, [id, ...children.map((child) => child.id)]);
      // Promoted children come between the other top-level categories.
      const promoted = { parent_id: null, names: children.map((child) => child.name) };
      const { tree } =
        childDisposition === 'promote'
          ? await treeStore.load(session, { scope, ids, places: [promoted], mayRead })
          : known;
      const change = tree.planDeletion(id, disposition, (each) => counts.get(each) ?? 0);
      await treeStore.apply(session, change);
      const moved = { movedStandards: counts.get(id) ?? 0, movedCategories: change.moved.length };
      const details = { name, ...disposition, ...moved, deleted: change.deleted };
      await ctx.audit(session, { resource: { type: 'category', id }, details });
      return { id, deleted: true, ...moved, deletedCategories: change.deleted.length };
    });
  },
});
