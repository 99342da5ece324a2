/**
 * Internal actions for the standards service that add, update, merge and delete sections in the open draft, and
 * adopt categories as sections, also without a draft.
 */
import type { CategoryTree } from '../../../shared/category-trees/category-tree.ts';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import type { sectionActionContracts } from '../../../shared/contracts/projects/sections.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { manifestOrEmpty, type ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { DraftUpdate } from '../drafts/draft-transactions.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { Manifest, ProjectSection } from '../revisions/manifest.ts';
import { adoptIntoProject } from '../sections/adopt-sections.ts';
import {
  applyTreeChange,
  asCategory,
  countAllStandardsIn,
  countStandardsIn,
  replaceSection,
  requireSection,
  sectionAuditEntry,
  sectionChange,
  sectionTree,
} from '../sections/section-tree.ts';

type Contracts = Omit<typeof sectionActionContracts, 'projects.sections.list' | 'projects.sections.get'>;

/** A change of the sections in the open draft. */
interface SectionEdit<T> {
  sectionId: number;
  /** The endpoint that makes it. */
  action: `categories.${'create' | 'update' | 'merge' | 'delete'}`;
  /** May run more than once, each time with the current draft. */
  decide: (manifest: Manifest, tree: CategoryTree) => DraftUpdate<T>;
  /** The details of its audit entry. */
  describe: (result: T) => object;
}

export const sectionChangeActions = ({
  revisions,
  drafts,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  async function editSections<T>(
    project: LoadedProject,
    ctx: RequestContext,
    edit: SectionEdit<T>,
  ): Promise<T> {
    const { sectionId, action, decide, describe } = edit;
    const projectId = project.head._id;
    const { result, changed } = await drafts.update({
      projectId,
      by: ctx.person,
      decide: ({ manifest }) => decide(manifest, sectionTree(manifest, project, ctx)),
      beforeCommit: (session, { result, draft }) =>
        ctx.finish(
          session,
          sectionAuditEntry(action, { projectId, sectionId, draft }, describe(result)),
          result,
        ),
    });
    if (!changed) ctx.markUnchanged();
    return result;
  }

  return {
    'projects.sections.create': (section, ctx, project) =>
      editSections(project, ctx, {
        sectionId: section.id,
        action: 'categories.create',
        decide(manifest, tree) {
          tree.assertNew(section);
          return {
            result: asCategory(section),
            manifest: { ...manifest, sections: [...manifest.sections, section] },
            changes: [sectionChange(section, 'added')],
          };
        },
        describe: ({ name }) => ({ name }),
      }),

    'projects.sections.update': ({ project_id: _, section_id, if_match, ...sent }, ctx, project) =>
      editSections(project, ctx, {
        sectionId: section_id,
        action: 'categories.update',
        decide(manifest, tree) {
          const before = requireMatchingSection(manifest, section_id, if_match);
          const section = { ...before, ...sent };
          tree.assertPlace(section_id, section);
          const isChanged = categoryVersion(section) !== categoryVersion(before);
          return {
            result: asCategory(section),
            manifest: replaceSection(manifest, section),
            changes: isChanged ? [sectionChange(section, 'changed')] : [],
          };
        },
        describe: ({ name }) => ({ name }),
      }),

    'projects.sections.merge': ({ section_id, intoCategoryId, filed_standards, if_match }, ctx, project) =>
      editSections(project, ctx, {
        sectionId: section_id,
        action: 'categories.merge',
        decide(before, tree) {
          const source = requireMatchingSection(before, section_id, if_match);
          const change = tree.planMerge(section_id, intoCategoryId);
          const manifest = applyTreeChange(before, change);
          return {
            result: {
              ...asCategory(requireSection(manifest, intoCategoryId)),
              standard_count: countStandardsIn(manifest, intoCategoryId),
              movedStandards: countAllStandardsIn(before, filed_standards, section_id),
              movedCategories: change.moved.length,
            },
            manifest,
            changes: [sectionChange(source, 'merged')],
          };
        },
        describe: ({ movedStandards, movedCategories }) => ({
          into: intoCategoryId,
          moved_standards: movedStandards,
          moved_sections: movedCategories,
        }),
      }),

    'projects.sections.delete': (
      { project_id: _, section_id, if_match, filed_standards, ...disposition },
      ctx,
      project,
    ) =>
      editSections(project, ctx, {
        sectionId: section_id,
        action: 'categories.delete',
        decide(before, tree) {
          requireMatchingSection(before, section_id, if_match);
          const countIn = (id: number) => countAllStandardsIn(before, filed_standards, id);
          const change = tree.planDeletion(section_id, disposition, countIn);
          return {
            result: {
              id: section_id,
              deleted: true,
              movedStandards: countIn(section_id),
              movedCategories: change.moved.length,
              deletedCategories: change.deleted.length,
            },
            manifest: applyTreeChange(before, change),
            changes: change.deleted.map((id) => sectionChange(requireSection(before, id), 'removed')),
          };
        },
        describe: () => ({
          reassign_to: disposition.reassignTo,
          child_disposition: disposition.childDisposition,
          child_reassign_to: disposition.childReassignTo,
        }),
      }),

    async 'projects.sections.adopt'({ project_id, path, ids }, ctx, project) {
      const seesDraft = ctx.isAllowed('project:draft:view', project.subject);
      const { result, changed } = await drafts.updateProject({
        projectId: project_id,
        by: ctx.person,
        async decide({ head, draft, session }) {
          const published = await revisions.find(head.issued_revision_id, session);
          const manifests = { draft: draft?.manifest ?? null, published: manifestOrEmpty(published) };
          return adoptIntoProject({ head, ...manifests, seesDraft }, path, ids);
        },
        beforeCommit(session, { result, draft }) {
          const about = { projectId: project_id, sectionId: result.id, draft };
          return ctx.finish(
            session,
            sectionAuditEntry('categories.adopt', about, { name: result.name }),
            result,
          );
        },
      });
      if (!changed) ctx.markUnchanged();
      return result;
    },
  };
};

/** @throws NOT_FOUND, PRECONDITION_FAILED */
function requireMatchingSection(
  manifest: Manifest,
  id: number,
  ifMatch: readonly string[] | undefined,
): ProjectSection {
  const section = requireSection(manifest, id);
  assertIfMatch(ifMatch ?? null, categoryVersion(section));
  return section;
}
