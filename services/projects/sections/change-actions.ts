/**
 * Internal actions for the standards service that update, merge and delete sections in the open draft, and
 * adopt categories as sections, also without a draft (decisions S12, S21).
 */
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import type { sectionActionContracts } from '../../../shared/contracts/projects/sections.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { manifestOrEmpty, type ProjectsResources } from '../access/load-project.ts';
import type { Drafts } from '../drafts/draft-transactions.ts';
import type { Manifest, ProjectSection } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { adoptIntoProject } from './adopt-sections.ts';
import { sectionChange, sectionNote } from './section-note.ts';
import {
  applyTreeChange,
  countHeldBy,
  countStandardsIn,
  replaceSection,
  requireSection,
  sectionTree,
} from './section-tree.ts';

type Contracts = Omit<
  typeof sectionActionContracts,
  'projects.sections.list' | 'projects.sections.get' | 'projects.sections.create'
>;

interface Deps {
  revisions: ProjectRevisions;
  drafts: Drafts;
}

export const sectionChangeActions = ({
  revisions,
  drafts,
}: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.sections.update'({ project_id, section_id, if_match, ...sent }, ctx, project) {
    const { result, changed } = await drafts.update({
      projectId: project_id,
      by: ctx.person,
      decide({ manifest }) {
        const before = requireMatchingSection(manifest, section_id, if_match);
        const section = changedSection(before, sent);
        sectionTree(manifest, project, ctx).assertPlace(section_id, section);
        const isChanged = categoryVersion(section) !== categoryVersion(before);
        return {
          result: { section },
          manifest: replaceSection(manifest, section),
          changes: isChanged ? [sectionChange(section, 'changed')] : [],
        };
      },
      beforeCommit: (session, written) =>
        ctx.audit(
          session,
          sectionNote('categories.update', project_id, written.result.section, written.draft),
        ),
    });
    if (!changed) ctx.markUnchanged();
    return result;
  },

  async 'projects.sections.merge'(
    { project_id, section_id, into_section_id, filed_standards, if_match },
    ctx,
    project,
  ) {
    const { result } = await drafts.update({
      projectId: project_id,
      by: ctx.person,
      decide({ manifest: before }) {
        const source = requireMatchingSection(before, section_id, if_match);
        const change = sectionTree(before, project, ctx).planMerge(section_id, into_section_id);
        const manifest = applyTreeChange(before, change);
        return {
          result: {
            section: requireSection(manifest, into_section_id),
            standard_count: countStandardsIn(manifest, into_section_id),
            moved_standards: countHeldBy(before, filed_standards, section_id),
            moved_sections: change.moved.length,
          },
          manifest,
          changes: [sectionChange(source, 'merged')],
        };
      },
      beforeCommit(session, written) {
        const note = sectionNote('categories.merge', project_id, { id: section_id }, written.draft);
        const { moved_standards, moved_sections } = written.result;
        const details = { ...note.details, into: into_section_id, moved_standards, moved_sections };
        return ctx.finish(session, { ...note, details }, written.result);
      },
    });
    return result;
  },

  async 'projects.sections.delete'(
    { project_id, section_id, if_match, filed_standards, ...disposition },
    ctx,
    project,
  ) {
    const { reassign_to, child_disposition, child_reassign_to } = disposition;
    const { result } = await drafts.update({
      projectId: project_id,
      by: ctx.person,
      decide({ manifest: before }) {
        requireMatchingSection(before, section_id, if_match);
        const change = sectionTree(before, project, ctx).planDeletion(
          section_id,
          {
            reassignTo: reassign_to,
            childDisposition: child_disposition,
            childReassignTo: child_reassign_to,
          },
          (id) => countHeldBy(before, filed_standards, id),
        );
        return {
          result: {
            moved_standards: countHeldBy(before, filed_standards, section_id),
            moved_sections: change.moved.length,
            deleted_sections: change.deleted.length,
          },
          manifest: applyTreeChange(before, change),
          changes: change.deleted.map((id) => sectionChange(requireSection(before, id), 'removed')),
        };
      },
      async beforeCommit(session, written) {
        const note = sectionNote('categories.delete', project_id, { id: section_id }, written.draft);
        await ctx.audit(session, { ...note, details: { ...note.details, ...disposition } });
      },
    });
    return result;
  },

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
      beforeCommit: (session, { result, draft }) =>
        ctx.finish(session, sectionNote('categories.adopt', project_id, result.section, draft), result),
    });
    if (!changed) ctx.markUnchanged();
    return result;
  },
});

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

interface SentSection {
  name?: string;
  description?: string;
  parent_id?: number | null;
  sort_order?: number;
}

const changedSection = (before: ProjectSection, sent: SentSection): ProjectSection => ({
  ...before,
  name: sent.name?.trim() ?? before.name,
  description: sent.description ?? before.description,
  parent_id: sent.parent_id === undefined ? before.parent_id : sent.parent_id,
  sort_order: sent.sort_order ?? before.sort_order,
});
