/** Locks the members of a project for a transaction that changes them, unless the project is archived. */
import type { ClientSession } from 'mongoose';
import { notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { ProjectRecord } from '../access/model.ts';
import type { Projects } from '../access/repository.ts';

/**
 * Concurrent changes of the members conflict here, also with archiving. @throws NOT_FOUND, PROJECT_ARCHIVED
 */
export async function lockOpenProject(
  projects: Projects,
  id: number,
  session: ClientSession,
): Promise<ProjectRecord> {
  const head = await projects.lockMembers(id, session);
  if (!head) throw notFound();
  if (head.archived_at !== null) throw projectArchived();
  return head;
}
