/**
 * Access of other services to a project, through `projects.access`: the project with the caller's role, a
 * resource loader, the permission subject, and checks for archived projects and open drafts.
 */
import type { projectAccess } from '../contracts/projects/internal.ts';
import type { Infer } from '../contracts/schema.ts';
import type { Subject } from '../kernel/auth/authorization.ts';
import { noOpenDraft, projectArchived } from '../kernel/errors/errors.ts';
import type { LoadedResource } from '../kernel/service/handlers.ts';
import type { RequestContext } from '../kernel/service/request-context.ts';

/** A project with the caller's role. */
export type ProjectAccess = Infer<typeof projectAccess>;

/**
 * The project with the caller's role; null when the caller has none.
 * @param standardId of which the pin in the open draft is asked for
 */
export async function findProjectAccess(
  projectId: number,
  ctx: RequestContext,
  standardId?: number,
): Promise<ProjectAccess | null> {
  const ofStandard = standardId === undefined ? {} : { standard_id: standardId };
  const { access } = await ctx.call('projects.access', { project_id: projectId, ...ofStandard });
  return access;
}

/** The project as the subject of permissions. */
export const projectSubject = ({ role }: ProjectAccess): Subject => ({ kind: 'project', role });

/** A resource of a project, with the project's state for the checks before a handler. */
export const asProjectResource = <T>(access: ProjectAccess, value: T): LoadedResource<T> => ({
  value,
  subject: projectSubject(access),
  draftOpen: access.draft_revision_id !== null,
  archived: access.archived,
});

/** The loader of projects; null when the caller has no role. */
export async function loadProjectResource(
  id: number | string,
  ctx: RequestContext,
): Promise<LoadedResource<ProjectAccess> | null> {
  const access = typeof id === 'number' ? await findProjectAccess(id, ctx) : null;
  return access && asProjectResource(access, access);
}

/**
 * For changes that the kernel does not check; before the check of the draft. @throws
 * PROJECT_ARCHIVED
 */
export function assertNotArchived({ archived }: Pick<ProjectAccess, 'archived'>): void {
  if (archived) throw projectArchived();
}

/** The id of the open draft, for a change. @throws NO_OPEN_DRAFT */
export function requireOpenDraft({ draft_revision_id }: ProjectAccess): number {
  if (draft_revision_id === null) throw noOpenDraft();
  return draft_revision_id;
}
