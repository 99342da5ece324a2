/** A project as services other than its owner see it: what projects tells them, and what that means for their checks (architecture §8). */
import type { projectAccess } from '../contracts/projects/internal.ts';
import type { Infer } from '../contracts/schema.ts';
import type { Subject } from '../kernel/auth/authorization.ts';
import { noOpenDraft, projectArchived } from '../kernel/errors/errors.ts';
import type { Call } from '../kernel/service/call.ts';
import type { LoadedResource } from '../kernel/service/implement-action.ts';

/** How a caller stands to a project. */
export type ProjectAccess = Infer<typeof projectAccess>;

/** How the caller stands to a project; null when it may not know of it. */
export async function findProjectAccess(projectId: number, call: Call): Promise<ProjectAccess | null> {
  const { access } = await call.call('projects.access', { project_id: projectId });
  return access;
}

/** The project as permissions are asked on it (A18). */
export const projectSubject = ({ role }: ProjectAccess): Subject => ({ kind: 'project', role });

/** A thing of a project, with what the kernel checks of that project before a handler runs (G9, G10, G16). */
export const asProjectResource = <T>(access: ProjectAccess, value: T): LoadedResource<T> => ({
  value,
  subject: projectSubject(access),
  draftOpen: access.draft_revision_id !== null,
  archived: access.archived,
});

/** The loader of a project as the caller stands to it; null when it may not know of it. */
export async function findProject(id: number | string, call: Call): Promise<LoadedResource<ProjectAccess> | null> {
  const access = typeof id === 'number' ? await findProjectAccess(id, call) : null;
  return access && asProjectResource(access, access);
}

/** For changes that the kernel has not checked; it comes before the draft (G10, S21). @throws PROJECT_ARCHIVED */
export function assertNotArchived({ archived }: Pick<ProjectAccess, 'archived'>): void {
  if (archived) throw projectArchived();
}

/** The id of the open draft, which a change goes into (G9). @throws NO_OPEN_DRAFT */
export function requireOpenDraft({ draft_revision_id }: ProjectAccess): number {
  if (draft_revision_id === null) throw noOpenDraft();
  return draft_revision_id;
}
