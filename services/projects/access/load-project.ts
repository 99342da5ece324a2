/**
 * Loads a project with the caller's role (also the resource loader of the service), the revision that a read shows, the
 * manifest of the open draft, and the readable revisions of a file.
 */
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ResourceState } from '../../../shared/kernel/service/resource-checks.ts';
import type { FileIds } from '../revisions/file-ids.ts';
import { EMPTY_MANIFEST, type Manifest } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';
import { chooseReadableRevision, type LoadedProject, projectRoleOf, projectVersion } from './project-role.ts';
import type { Projects } from './repository.ts';
import { startsTrial } from './seat-rules.ts';

/** The resources that the kernel loads for the handlers of this service. */
export interface ProjectsResources {
  project: LoadedProject;
}

/** A project with the caller's role; null when the caller has none. */
export async function findProject(
  projects: Projects,
  id: number,
  ctx: RequestContext,
): Promise<LoadedProject | null> {
  const { principal } = ctx;
  const found =
    principal.kind === 'user'
      ? await projects.findWithMembership(id, principal.user.id)
      : { head: await projects.findById(id), membership: null };
  const { head = null, membership = null } = found ?? {};
  const role = head && projectRoleOf(principal, head, membership, new Date());
  if (!head || !role) return null;
  const isUnfunded = membership !== null && startsTrial(membership);
  return { head, role, subject: { kind: 'project', role }, startsTrial: isUnfunded };
}

/** The state that the kernel checks before a call on the project. */
export const stateOf = ({ head, subject }: LoadedProject): ResourceState => ({
  subject,
  draftOpen: head.draft_revision_id !== null,
  archived: head.archived_at !== null,
});

export const projectLoaders = (
  projects: Projects,
  revisions: ProjectRevisions,
): ResourceLoaders<ProjectsResources> => ({
  async project(id, ctx) {
    const project = typeof id === 'number' ? await findProject(projects, id, ctx) : null;
    if (!project) return null;
    return {
      ...stateOf(project),
      value: project,
      version: async () =>
        projectVersion(project.head, await revisions.findHead(project.head.draft_revision_id)),
    };
  },
});

/** The project as after its draft was closed. */
export const withoutDraft = ({ head, ...project }: LoadedProject): LoadedProject => ({
  ...project,
  head: { ...head, draft_revision_id: null, draft_name: null },
});

/** Whether the caller has a permission on the project. */
export const isAllowedOn =
  (ctx: RequestContext, { subject }: LoadedProject) =>
  (permission: Permission): boolean =>
    ctx.isAllowed(permission, subject);

/**
 * The revision that a read shows: the requested one, else the draft for those who may view it, else the
 * current published one. Null when the caller may view none: lists are empty then.
 * @throws NOT_FOUND for a revision that the caller may not view, or of another project
 */
async function findReadable<T extends { revision: ProjectRevisionHead }>(
  find: (id: number) => Promise<T | null>,
  project: LoadedProject,
  requested: number | undefined,
  ctx: RequestContext,
): Promise<T | null> {
  const chosen = chooseReadableRevision(project.head, requested, isAllowedOn(ctx, project));
  if (chosen === null) return null;
  const readable = chosen && (await find(chosen.id));
  if (!readable || readable.revision.project_id !== project.head._id) {
    // The draft may have been discarded between the two reads: the published one is current then.
    const { draft_revision_id, issued_revision_id } = project.head;
    const isOfDraft = chosen !== undefined && chosen.id === draft_revision_id;
    if (!isOfDraft || issued_revision_id === null) throw notFound();
    return find(issued_revision_id);
  }
  if (chosen.mustBePublished && readable.revision.is_draft) throw notFound();
  return readable;
}

/**
 * The revision that a read shows, with its manifest; null when the caller may view none. @throws
 * NOT_FOUND as of `findReadable`
 */
export const findReadableRevision = (
  revisions: ProjectRevisions,
  project: LoadedProject,
  requested: number | undefined,
  ctx: RequestContext,
): Promise<RevisionWithManifest | null> => findReadable((id) => revisions.find(id), project, requested, ctx);

/** A revision that the caller may view, without its manifest. @throws NOT_FOUND */
export async function requireReadableHead(
  revisions: ProjectRevisions,
  project: LoadedProject,
  id: number,
  ctx: RequestContext,
): Promise<ProjectRevisionHead> {
  const find = async (revisionId: number) => {
    const revision = await revisions.findHead(revisionId);
    return revision && { revision };
  };
  const head = await findReadable(find, project, id, ctx);
  if (!head) throw notFound();
  return head.revision;
}

/**
 * The ids of the files in the revision that a read shows, newest first; null when the caller may view none.
 * @throws NOT_FOUND as of `findReadable`
 */
export const findReadableFileIds = (
  fileIds: FileIds,
  project: LoadedProject,
  requested: number | undefined,
  ctx: RequestContext,
): ReturnType<FileIds['load']> => findReadable((id) => fileIds.load(id), project, requested, ctx);

interface FileQuery {
  id: number;
  uploadRevisionId: number;
  /** Whether the caller is about to change it. */
  forChange: boolean;
}

/** Each of these gives access to the files of the draft for a change, even without permission to view the draft. */
const FILE_CHANGE_PERMISSIONS: readonly Permission[] = [
  'project:upload',
  'project:update',
  'project:draft:edit',
];

/**
 * The revisions that contain a file and that the caller may view, oldest first. Candidates are the default, the issued
 * and the upload revision, for a change also the draft. Each manifest is read at most once.
 */
export async function findRevisionsOfFile(
  revisions: ProjectRevisions,
  { head, subject }: LoadedProject,
  file: FileQuery,
  ctx: RequestContext,
): Promise<number[]> {
  const isAllowed = (permission: Permission) => ctx.isAllowed(permission, subject);
  const requested = [undefined, head.issued_revision_id ?? undefined, file.uploadRevisionId];
  const readable = requested.flatMap((id) => chooseReadableRevision(head, id, isAllowed) ?? []);
  if (file.forChange && head.draft_revision_id !== null && FILE_CHANGE_PERMISSIONS.some(isAllowed))
    readable.push({ id: head.draft_revision_id, mustBePublished: false });
  const found: number[] = [];
  for (const { id, mustBePublished } of new Map(readable.map((choice) => [choice.id, choice])).values()) {
    const full = await revisions.find(id);
    if (!full || full.revision.project_id !== head._id || (mustBePublished && full.revision.is_draft))
      continue;
    if (full.manifest.files.some(({ file_id }) => file_id === file.id)) found.push(id);
  }
  return found.sort((a, b) => a - b);
}

/** The manifest of a revision; empty without one. */
export const manifestOrEmpty = (full: RevisionWithManifest | null) => full?.manifest ?? EMPTY_MANIFEST;

/** The manifest of the open draft. @throws NO_OPEN_DRAFT, also when the draft was closed since the project was read */
export async function loadDraftManifest(
  revisions: ProjectRevisions,
  { head }: LoadedProject,
): Promise<Manifest> {
  const draft = await revisions.find(head.draft_revision_id);
  if (!draft) throw noOpenDraft();
  return draft.manifest;
}
