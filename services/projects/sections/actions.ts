/**
 * Sections: the categories of a project, stored in its revisions and changed in its draft (document 2,
 * categories; decisions S21).
 */

import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import {
  findProject,
  findReadableRevision,
  manifestOrEmpty,
  type ProjectsResources,
} from '../access/load-project.ts';
import type { Projects } from '../access/repository.ts';
import type { Drafts } from '../drafts/repository.ts';
import { type Manifest, type ProjectSection, sortSections } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { addSection } from './rules.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  'projects.sections.list' | 'projects.sections.get' | 'projects.sections.create'
>;

/** The number of standards filed directly in a section. */
const countStandardsIn = ({ standards }: Manifest, sectionId: number): number =>
  standards.filter(({ section_id }) => section_id === sectionId).length;

interface Deps {
  projects: Projects;
  revisions: ProjectRevisions;
  drafts: Drafts;
}

/** The handlers of sections for the categories of standards. */
export const sectionActions = ({
  projects,
  revisions,
  drafts,
}: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.sections.list'({ project_id }, call) {
    const project = await findProject(projects, project_id, call);
    if (!project) throw notFound();
    return {
      sections: sortSections(
        manifestOrEmpty(await findReadableRevision(revisions, project, undefined, call)).sections,
      ),
    };
  },

  async 'projects.sections.get'({ section_id }, call) {
    const absent: {
      section: Infer<(typeof projectInternalActions)['projects.sections.get']['returns']>['section'];
      standard_count: number;
    } = {
      section: null,
      standard_count: 0,
    };
    const projectId = await revisions.findProjectOfSection(section_id);
    const project = projectId === null ? null : await findProject(projects, projectId, call);
    if (!project) return absent;
    const manifest = manifestOrEmpty(await findReadableRevision(revisions, project, undefined, call));
    const section = manifest.sections.find(({ id }) => id === section_id);
    return section ? { section, standard_count: countStandardsIn(manifest, section_id) } : absent;
  },

  async 'projects.sections.create'({ project_id, id, name, ...rest }, call) {
    const project = await findProject(projects, project_id, call);
    if (!project) throw notFound();
    const { head, role } = project;
    const scope = { subject_type: 'project', subject_id: project_id } as const;
    call.assertAllowed('category:create', { kind: 'scope', scope, projectRole: role });
    if (head.archived_at !== null) throw projectArchived();
    if (head.draft_revision_id === null) throw noOpenDraft();
    const section: ProjectSection = { id, project_id, name: name.trim(), ...rest };
    const note = {
      action: 'categories.create',
      resource: { type: 'category', id },
      details: { name: section.name, subject_type: 'project', subject_id: project_id },
    };
    const { result } = await drafts.update({
      projectId: project_id,
      by: call.person,
      decide: ({ manifest }) => ({
        result: { section },
        manifest: addSection(manifest, section),
        changes: [{ kind: 'section', subject: id, name: section.name, action: 'added', count: 1 }],
      }),
      beforeCommit: (session, { draftId, version, result }) =>
        call.finish(
          session,
          { ...note, details: { ...note.details, project_revision: { id: draftId }, version } },
          result,
        ),
    });
    return result;
  },
});
