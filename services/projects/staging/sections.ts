/** Sections: the categories of a project, kept in its revisions and staged in its draft (document 2, categories; decisions S21). */

import type { projectsInternal } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { fail, noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { foldName } from '../../../shared/names.ts';
import { manifestOf, openProject, type Resources, revisionFor } from '../access/open-project.ts';
import { type Manifest, orderSections, type Section } from '../revisions/manifest.ts';
import type { Stores } from '../stores.ts';

type Contracts = Pick<typeof projectsInternal, 'projects.sections.list' | 'projects.sections.get' | 'projects.sections.create'>;

/** The section of that name below that parent; names are compared without case (S21). */
export const sectionNamed = (sections: readonly Section[], name: string, parentId: number | null): Section | undefined =>
  sections.find((section) => section.parent_id === parentId && foldName(section.name) === foldName(name));

/**
 * A manifest with one more section.
 * @throws NAME_TAKEN among its siblings, NOT_FOUND for an unknown parent, VALIDATION_ERROR for a parent that is not at the top
 */
export function addSection(manifest: Manifest, section: Section): Manifest {
  const { sections } = manifest;
  if (section.parent_id !== null) {
    const parent = sections.find(({ id }) => id === section.parent_id);
    if (!parent) throw notFound();
    if (parent.parent_id !== null) {
      throw invalid([{ path: 'parent_id', message: "'parent_id' must name a top-level category: nesting is one level deep." }]);
    }
  }
  const taken = sectionNamed(sections, section.name, section.parent_id);
  if (taken) {
    throw fail('NAME_TAKEN', `There is a category "${taken.name}" at this place already.`, {
      metadata: { existingId: taken.id },
    });
  }
  return { ...manifest, sections: [...sections, section] };
}

/** How many standards are filed directly in a section. */
const countFiled = ({ standards }: Manifest, sectionId: number): number =>
  standards.filter(({ section_id }) => section_id === sectionId).length;

/** The handlers of sections, the categories of a project, which standards asks for. */
export const sectionActions = (stores: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.sections.list'({ project_id }, call) {
    const project = await openProject(stores.projects, project_id, call);
    if (!project) throw notFound();
    return { sections: orderSections(manifestOf(await revisionFor(stores.revisions, project, undefined, call)).sections) };
  },

  async 'projects.sections.get'({ section_id }, call) {
    const absent: {
      section: Infer<(typeof projectsInternal)['projects.sections.get']['returns']>['section'];
      standard_count: number;
    } = {
      section: null,
      standard_count: 0,
    };
    const projectId = await stores.revisions.projectOfSection(section_id);
    const project = projectId === null ? null : await openProject(stores.projects, projectId, call);
    if (!project) return absent;
    const manifest = manifestOf(await revisionFor(stores.revisions, project, undefined, call));
    const section = manifest.sections.find(({ id }) => id === section_id);
    return section ? { section, standard_count: countFiled(manifest, section_id) } : absent;
  },

  async 'projects.sections.create'({ project_id, name, ...rest }, call) {
    const project = await openProject(stores.projects, project_id, call);
    if (!project) throw notFound();
    const { head, role } = project;
    const scope = { subject_type: 'project', subject_id: project_id } as const;
    call.require('category:create', { kind: 'scope', scope, projectRole: role });
    if (head.archived_at !== null) throw projectArchived();
    if (head.draft_revision_id === null) throw noOpenDraft();
    const [id] = (await call.call('categories.reserveIds', { count: 1 })).ids;
    if (id === undefined) throw new Error('no id for a section');
    const section: Section = { id, project_id, name: name.trim(), ...rest };
    const note = {
      action: 'categories.create',
      resource: { type: 'category', id },
      details: { name: section.name, subject_type: 'project', subject_id: project_id },
    };
    const { result } = await stores.drafts.change(
      project_id,
      call.person,
      ({ manifest }) => ({
        result: { section },
        manifest: addSection(manifest, section),
        changes: [{ kind: 'section', subject: id, name: section.name, action: 'added', count: 1 }],
      }),
      (session, { draftId, version, result }) =>
        call.conclude(session, { ...note, details: { ...note.details, project_revision: { id: draftId }, version } }, result),
    );
    return result;
  },
});
