/**
 * Internal actions for the standards service that list and read sections, the categories of a project. Those that
 * change them: `section-change-actions.ts`.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { sectionActionContracts } from '../../../shared/contracts/projects/sections.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  findProject,
  findReadableRevision,
  manifestOrEmpty,
  type ProjectsResources,
} from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { ProjectsService } from '../open-projects.ts';
import { type Manifest, sortSections } from '../revisions/manifest.ts';
import { withCurrentSections } from '../revisions/unpublished-changes.ts';
import { asCategory, countStandardsIn } from '../sections/section-tree.ts';

type Contracts = Pick<typeof sectionActionContracts, 'projects.sections.list' | 'projects.sections.get'>;

export const sectionActions = ({
  projects,
  revisions,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  /** The manifest that the caller sees by default, with the sections adopted since. */
  async function loadReadableManifest(project: LoadedProject, ctx: RequestContext): Promise<Manifest> {
    const readable = await findReadableRevision(revisions, project, undefined, ctx);
    return withCurrentSections(manifestOrEmpty(readable), readable?.revision._id ?? null, project.head);
  }

  return {
    async 'projects.sections.list'(_params, ctx, project) {
      const manifest = await loadReadableManifest(project, ctx);
      const sections = sortSections(manifest.sections).map(asCategory);
      return { sections, moves: manifest.section_moves ?? [] };
    },

    async 'projects.sections.get'({ section_id }, ctx) {
      const absent: ResultOf<Contracts['projects.sections.get']> = { section: null, standard_count: 0 };
      const projectId =
        (await revisions.findProjectOfSection(section_id)) ??
        (await projects.findByAdoptedSection(section_id))?._id ??
        null;
      const project = projectId === null ? null : await findProject(projects, projectId, ctx);
      if (!project) return absent;
      const manifest = await loadReadableManifest(project, ctx);
      const section = manifest.sections.find(({ id }) => id === section_id);
      if (!section) return absent;
      return { section: asCategory(section), standard_count: countStandardsIn(manifest, section_id) };
    },
  };
};
