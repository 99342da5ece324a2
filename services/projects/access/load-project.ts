/** Opening a project for a caller: the loader of the service, and the revision a read serves. */
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/implement-action.ts';
import type { Repositories } from '../repositories.ts';
import { EMPTY_MANIFEST } from '../revisions/manifest.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';
import type { Projects } from './repository.ts';
import { chooseReadableRevision, type LoadedProject, projectRoleOf } from './rules.ts';

export interface ProjectsResources {
  project: LoadedProject;
}

/** A project as the caller stands to it; null when it may not know of it. */
export async function findProject(projects: Projects, id: number, call: Call): Promise<LoadedProject | null> {
  const { principal } = call;
  const [head, membership] = await Promise.all([
    projects.find(id),
    principal.kind === 'user' ? projects.findMembership(id, principal.user.id) : null,
  ]);
  const role = head && projectRoleOf(principal, head, membership);
  return head && role ? { head, role, subject: { kind: 'project', role } } : null;
}

/** The checks the kernel makes before a handler runs. */
export const projectLoaders = ({
  projects,
  revisions,
}: Pick<Repositories, 'projects' | 'revisions'>): ResourceLoaders<ProjectsResources> => ({
  async project(id, call) {
    const project = typeof id === 'number' ? await findProject(projects, id, call) : null;
    if (!project) return null;
    const draftId = project.head.draft_revision_id;
    return {
      value: project,
      subject: project.subject,
      draftOpen: project.head.draft_revision_id !== null,
      archived: project.head.archived_at !== null,
      version: async () => (draftId === null ? null : ((await revisions.findHead(draftId))?.version ?? null)),
    };
  },
});

/** The project once its draft is closed. */
export const withoutDraft = ({ head, ...project }: LoadedProject): LoadedProject => ({
  ...project,
  head: { ...head, draft_revision_id: null, draft_name: null },
});

/** Whether the caller may do this on the project. */
export const isAllowedOn =
  (call: Call, { subject }: LoadedProject) =>
  (permission: Permission): boolean =>
    call.isAllowed(permission, subject);

/**
 * The revision a read serves: the asked one, else the draft for those who see it, else the current published one.
 * Null when there is none the caller may see: lists are empty then (P13).
 * @throws NOT_FOUND for a revision that is out of reach, which includes one of another project
 */
export async function findReadableRevision(
  revisions: ProjectRevisions,
  project: LoadedProject,
  asked: number | undefined,
  call: Call,
): Promise<RevisionWithManifest | null> {
  const chosen = chooseReadableRevision(project.head, asked, isAllowedOn(call, project));
  if (chosen === null) return null;
  const full = chosen && (await revisions.find(chosen.id));
  if (!full || full.revision.project_id !== project.head._id) {
    // Between the two reads the draft may have been discarded: then the published one is current (X14).
    const { draft_revision_id, issued_revision_id } = project.head;
    const isOfDraft = chosen !== undefined && chosen.id === draft_revision_id;
    if (!isOfDraft || issued_revision_id === null) throw notFound();
    return revisions.find(issued_revision_id);
  }
  if (chosen.mustBePublished && full.revision.is_draft) throw notFound();
  return full;
}

/** What a revision holds; nothing where there is none to see. */
export const manifestOrEmpty = (full: RevisionWithManifest | null) => full?.manifest ?? EMPTY_MANIFEST;
