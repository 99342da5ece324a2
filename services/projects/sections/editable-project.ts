/** Loads a project whose sections the caller may change: not archived, and with an open draft if needed. */
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findProject } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { projectScope } from '../access/project-scope.ts';
import type { Projects } from '../access/repository.ts';

/** @throws NOT_FOUND, PERMISSION_DENIED, PROJECT_ARCHIVED */
export async function requireUnarchivedProject(
  projects: Projects,
  projectId: number,
  permission: Permission,
  ctx: RequestContext,
): Promise<LoadedProject> {
  const project = await findProject(projects, projectId, ctx);
  if (!project) throw notFound();
  ctx.assertAllowed(permission, projectScope(project));
  if (project.head.archived_at !== null) throw projectArchived();
  return project;
}

/**
 * The same with an open draft.
 * @returns `mayRead`: whether NAME_TAKEN may reveal the other section's id (G13)
 * @throws also NO_OPEN_DRAFT
 */
export async function requireEditableSections(
  projects: Projects,
  projectId: number,
  permission: Permission,
  ctx: RequestContext,
): Promise<{ mayRead: boolean }> {
  const { head, role } = await requireUnarchivedProject(projects, projectId, permission, ctx);
  if (head.draft_revision_id === null) throw noOpenDraft();
  return { mayRead: ctx.isAllowed('category:read', projectScope({ head, role })) };
}
