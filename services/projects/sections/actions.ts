/** Sections: the categories of a project, stored in its revisions and changed in its draft (document 2, categories; decisions S21). */

import { assertTopLevel } from '../../../shared/categories.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import { findProject, findReadableRevision, manifestOrEmpty, type ProjectsResources } from '../access/load-project.ts';
import type { Repositories } from '../repositories.ts';
import { type Manifest, type ProjectSection, sortSections } from '../revisions/manifest.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  'projects.sections.list' | 'projects.sections.get' | 'projects.sections.create'
>;

/** The section of that name below that parent; names are compared without case (S21). */
export const findSectionByName = (
  sections: readonly ProjectSection[],
  name: string,
  parentId: number | null,
): ProjectSection | undefined =>
  sections.find((section) => section.parent_id === parentId && foldName(section.name) === foldName(name));

/**
 * A manifest with one more section.
 * @throws NAME_TAKEN among its siblings, NOT_FOUND for an unknown parent, VALIDATION_ERROR for a parent that is not at the top
 */
export function addSection(manifest: Manifest, section: ProjectSection): Manifest {
  const { sections } = manifest;
  if (section.parent_id !== null) {
    const parent = sections.find(({ id }) => id === section.parent_id);
    if (!parent) throw notFound();
    assertTopLevel(parent, (message) => validationError([{ path: 'parent_id', message }]));
  }
  const taken = findSectionByName(sections, section.name, section.parent_id);
  if (taken) {
    throw apiError('NAME_TAKEN', `A category named "${taken.name}" already exists here.`, {
      metadata: { existingId: taken.id },
    });
  }
  return { ...manifest, sections: [...sections, section] };
}

/** The number of standards filed directly in a section. */
const countStandardsIn = ({ standards }: Manifest, sectionId: number): number =>
  standards.filter(({ section_id }) => section_id === sectionId).length;

/** The handlers of sections for the categories of standards. */
export const sectionActions = (stores: Repositories): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.sections.list'({ project_id }, call) {
    const project = await findProject(stores.projects, project_id, call);
    if (!project) throw notFound();
    return {
      sections: sortSections(manifestOrEmpty(await findReadableRevision(stores.revisions, project, undefined, call)).sections),
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
    const projectId = await stores.revisions.findProjectOfSection(section_id);
    const project = projectId === null ? null : await findProject(stores.projects, projectId, call);
    if (!project) return absent;
    const manifest = manifestOrEmpty(await findReadableRevision(stores.revisions, project, undefined, call));
    const section = manifest.sections.find(({ id }) => id === section_id);
    return section ? { section, standard_count: countStandardsIn(manifest, section_id) } : absent;
  },

  async 'projects.sections.create'({ project_id, id, name, ...rest }, call) {
    const project = await findProject(stores.projects, project_id, call);
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
    const { result } = await stores.drafts.update({
      projectId: project_id,
      by: call.person,
      decide: ({ manifest }) => ({
        result: { section },
        manifest: addSection(manifest, section),
        changes: [{ kind: 'section', subject: id, name: section.name, action: 'added', count: 1 }],
      }),
      beforeCommit: (session, { draftId, version, result }) =>
        call.finish(session, { ...note, details: { ...note.details, project_revision: { id: draftId }, version } }, result),
    });
    return result;
  },
});
